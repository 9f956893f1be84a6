"use strict";
// Draws the game that stands in #data. Everything in it is text: nothing is ever parsed as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const frames = data.frames;
const rounds = frames.map((n) => whole(n).view.round);
let at = 0;
let shown = null;

// ---- the pool: each part of each step stands there once
function whole(n) {
  const value = data.pool[n];
  if (Array.isArray(value)) return value.map(whole);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, whole(part)]));
}

// ---- making elements
function make(tag, name, ...parts) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...parts.filter((part) => part !== null && part !== undefined && part !== ""));
  return element;
}
const words = (id) => String(id).replaceAll("_", " ");
const say = (id, ...parts) => data.said[`page.${id}`].replace(/\{(\d)\}/g, (_, n) => parts[n]);
const own = (object, key) => (Object.hasOwn(object, key) ? object[key] : undefined);

const called = (word) => own(data.words, word) ?? words(word);
function fact(sort, id, value) {
  const name = own(data.fields[sort], id) ?? words(id);
  if (value === false || value === null || value === 0 || value === "") return "";
  if (Array.isArray(value)) return value.length ? `${name}: ${value.map(called).join(", ")}` : "";
  return value === true ? name : `${name}: ${called(value)}`;
}

const category = new Intl.PluralRules(document.documentElement.lang);
function amount([id, n]) {
  const good = own(data.goods, id) || { name: id, plural: id, icon: "", forms: {} };
  const name = n === 1 ? good.name : own(good.forms, category.select(n)) ?? good.plural;
  return `${good.icon ? good.icon + " " : ""}${n} ${name}`;
}
const amounts = (goods) => Object.entries(goods).map((held) => make("span", "", amount(held)));

// ---- cards and zones
function card(component, before) {
  if (!("card" in component)) return make("span", "hidden", say("face_down"));
  const about = own(data.cards, component.card) || { name: component.card, text: "" };
  const facts = Object.entries(component)
    .filter(([id]) => !["card", "goods", "above", "owner", "hidden"].includes(id))
    .map(([id, value]) => fact("state", id, value));
  if (component.hidden) facts.unshift(say("face_down"));
  const held = Object.entries(component.goods || {}).map(amount);
  const above = (component.above || []).map((a) => {
    const top = "card" in a ? (own(data.cards, a.card) || { name: a.card }).name : say("face_down_card");
    return a.owner ? say("under_of", top, a.owner) : say("under", top);
  });
  const small = [...facts, ...held, ...above].filter(Boolean).join(", ");
  const element = make("button", "card", about.name, small ? make("small", "", small) : null);
  if (before && !before.has(JSON.stringify(component))) element.classList.add("fresh");
  if (shown === component.card) element.classList.add("open");
  element.addEventListener("click", () => {
    const place = [...document.querySelectorAll(".card")].indexOf(element);
    shown = shown === component.card ? null : component.card;
    draw();
    document.querySelectorAll(".card")[place].focus(); // the same card, drawn anew
  });
  return element;
}

function list(cards, before) {
  const seen = cards.filter((c) => !(c.hidden && !("card" in c)));
  const out = make("ul", "cards", ...seen.map((c) => make("li", "", card(c, before))));
  const rest = cards.length - seen.length;
  if (rest) out.append(make("li", "hidden", say("several_down", rest)));
  return out;
}

function zone(facts, cards, earlier) {
  if (!cards.length) return null;
  const before = earlier && new Set(earlier.map((c) => JSON.stringify(c)));
  const title = `${facts.name} (${cards.length})`;
  if (!facts.rows) {
    if (facts.each || cards.length <= 12) return make("div", "", make("h3", "", title), list(cards, before));
    const all = make("details", "", make("summary", "", title), list(cards, before));
    all.open = opened.has(facts.id);
    all.addEventListener("toggle", () => (all.open ? opened.add(facts.id) : opened.delete(facts.id)));
    return all;
  }
  const out = make("div", "", make("h3", "", title));
  const left = new Set(cards);
  for (const [word, name] of facts.rows) {
    const row = cards.filter((c) => "card" in c && (own(data.cards, c.card) || { rows: {} }).rows[facts.id] === word);
    row.forEach((c) => left.delete(c));
    if (row.length) {
      const cells = list(row, before);
      cells.prepend(make("li", "row", words(name)));
      out.append(cells);
    }
  }
  if (left.size) out.append(list([...left], before));
  return out;
}
const opened = new Set();

// ---- the table
function seat(player, frame, earlier) {
  const about = data.seats[player.seat - 1];
  const asked = frame.view.to_decide === player.seat;
  const title = `${say("seat", player.seat)}: ${[about.player, about.board].filter(Boolean).join(", ")}`;
  const head = make("h2", "", title);
  if (frame.scores) {
    const score = make("span", "score", String(frame.scores[player.seat - 1]));
    score.title = data.score;
    head.append(score);
  }
  const facts = Object.entries(player)
    .filter(([id]) => !["seat", "goods", "board", "zones"].includes(id))
    .map(([id, value]) => fact("player", id, value))
    .filter(Boolean);
  const zones = data.zones.filter((z) => z.each)
    .map((z) => zone(z, player.zones[z.id] || [], earlier && earlier.zones[z.id]));
  const out = make("section", asked ? "seat asked" : "seat", head, make("div", "goods", ...amounts(player.goods)),
    facts.length ? make("div", "facts", facts.join(" · ")) : null, ...zones);
  out.setAttribute("aria-label", title);
  return out;
}

function table(frame, earlier) {
  const { view } = frame;
  const shared = data.zones.filter((z) => !z.each)
    .map((z) => zone(z, view.zones[z.id] || [], earlier && earlier.view.zones[z.id]));
  const facts = Object.entries(view.table).map(([id, value]) => fact("table", id, value)).filter(Boolean);
  const common = make("section", "shared", make("h2", "", say("table")),
    facts.length ? make("div", "facts", facts.join(" · ")) : null, ...shared);
  $("table").replaceChildren(
    ...view.players.map((p) => seat(p, frame, earlier && earlier.view.players[p.seat - 1])), common);
}

// ---- what was chosen
function happened(frame) {
  const chosen = frame.chosen;
  $("choice").replaceChildren();
  if (chosen) {
    const what = chosen.label === null ? say("chooses") : chosen.label;
    $("choice").append(make("small", "", `${say("seat", chosen.seat)}${chosen.prompt ? ` · ${chosen.prompt}` : ""}`), what);
  } else {
    $("choice").append(say("begins"));
  }
  $("told").replaceChildren(...frame.told.map(([heading, text]) => make("li", heading ? "heading" : "", text)));
  const offered = $("offered");
  offered.hidden = !chosen || !chosen.options.length;
  if (!offered.hidden) {
    offered.querySelector("summary").textContent = say("offered", chosen.options.length);
    offered.querySelector("ol").replaceChildren(
      ...chosen.options.map((o, n) => make("li", n === chosen.number ? "taken" : "", o)));
  }
  $("card").hidden = shown === null;
  if (shown !== null) {
    const about = own(data.cards, shown) || { name: shown, text: "" };
    $("card").replaceChildren(make("b", "", about.name), about.text);
  }
}

// ---- the chart
const NS = "http://www.w3.org/2000/svg";
function chart() {
  const scores = frames.map((n) => whole(n).scores);
  if (!scores[0] || frames.length < 2) return;
  const most = Math.max(1, ...scores.flat());
  const least = Math.min(0, ...scores.flat());
  const svg = $("chart").querySelector("svg");
  svg.setAttribute("viewBox", `0 0 ${frames.length - 1} 100`);
  svg.setAttribute("aria-label", say("by_step", data.score));
  data.seats.forEach((_, s) => {
    const line = document.createElementNS(NS, "polyline");
    line.setAttribute("class", `s${s % 4}`);
    line.setAttribute("points",
      scores.map((row, n) => `${n},${(98 - (96 * (row[s] - least)) / (most - least)).toFixed(1)}`).join(" "));
    svg.append(line);
    $("chart").querySelector("figcaption").append(make("span", `s${s % 4}`, say("seat", s + 1)));
  });
  const cursor = document.createElementNS(NS, "line");
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("y1", "0");
  cursor.setAttribute("y2", "100");
  svg.append(cursor);
  svg.addEventListener("click", (e) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((e.clientX - box.left) / box.width) * (frames.length - 1)));
  });
  $("chart").hidden = false;
}

// ---- moving
function draw() {
  const frame = whole(frames[at]);
  happened(frame);
  table(frame, at > 0 ? whole(frames[at - 1]) : null);
  const { view } = frame;
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", say("value", at, frames.length - 1, view.round));
  $("where").textContent =
    say("where", at, frames.length - 1, view.round,
      view.over ? say("end") : own(data.phases, view.phase) ?? words(view.phase));
  for (const id of ["first", "back", "round-back"]) $(id).disabled = at === 0;
  for (const id of ["last", "on", "round-on"]) $(id).disabled = at === frames.length - 1;
  const cursor = document.querySelector(".cursor");
  if (cursor) { cursor.setAttribute("x1", at); cursor.setAttribute("x2", at); }
}
function go(n) {
  const to = Math.max(0, Math.min(frames.length - 1, n));
  if (to !== at) { at = to; history.replaceState(null, "", `#${at}`); draw(); }
}
function round(by) {
  if (by > 0) {
    const n = rounds.findIndex((r) => r > rounds[at]);
    return go(n < 0 ? frames.length - 1 : n);
  }
  const first = rounds.indexOf(rounds[at]);
  return go(first < at ? first : Math.max(0, rounds.indexOf(rounds[at] - 1)));
}
const moves = { first: () => go(0), last: () => go(frames.length - 1), back: () => go(at - 1), on: () => go(at + 1),
  "round-back": () => round(-1), "round-on": () => round(1) };
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "round-back",
  PageDown: "round-on" };
for (const [id, move] of Object.entries(moves)) $(id).addEventListener("click", move);
$("slider").max = frames.length - 1;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
document.addEventListener("keydown", (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey || !Object.hasOwn(keys, e.key)) return;
  e.preventDefault();
  moves[keys[e.key]]();
});
$("about").textContent = data.about;
const asked = Number(location.hash.slice(1));
if (Number.isInteger(asked)) at = Math.max(0, Math.min(frames.length - 1, asked));
chart();
draw();
