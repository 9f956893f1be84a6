"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const { cards, words } = JSON.parse($("data").textContent);
  const list = $("cards"), large = $("large"), items = [...list.children];
  const filters = [...document.querySelectorAll("[data-filter]")];
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const names = Object.fromEntries(filters.flatMap((f) => [...f.options].map((o) => [`${f.dataset.filter}=${o.value}`, o.text])));
  cards.forEach((card) => {
    const spoken = [names[`pack=${card.pack}`], names[`kind=${card.kind}`]];
    card.text = fold([card.title, card.id, ...spoken, ...card.lines.flat()].join(" "));
  });
  let shown = items;

  // ---- what is shown, and in which order
  const fits = (card) => {
    const wanted = fold($("search").value).split(/\s+/).filter(Boolean);
    return wanted.every((word) => card.text.includes(word)) && filters.every(({ value, dataset: { filter } }) => {
      if (!value) return true;
      if (filter === "pack" || filter === "kind") return card[filter] === value;
      return (card.words[filter.slice(2)] || []).includes(value);
    });
  };
  const key = (card, by) => (by.startsWith("n:") ? card.numbers[by.slice(2)] ?? Infinity : card[by]);
  const order = (by) => (a, b) => {
    const [x, y] = [cards[a.dataset.n], cards[b.dataset.n]], [p, q] = by ? [key(x, by), key(y, by)] : [0, 0];
    const first = typeof p === "string" ? p.localeCompare(q) : p === q ? 0 : p - q;
    return first || (by ? x.title.localeCompare(y.title) : 0) || a.dataset.n - b.dataset.n;
  };
  const update = () => {
    items.forEach((item) => { item.hidden = !fits(cards[item.dataset.n]); });
    const sorted = [...items].sort(order($("sort").value));
    if (sorted.some((item, n) => list.children[n] !== item)) list.append(...sorted);
    shown = sorted.filter((item) => !item.hidden);
    $("count").textContent = words.shown.replace("{0}", shown.length).replace("{1}", items.length);
    $("none").hidden = shown.length > 0;
  };
  $("search").addEventListener("input", update);
  [...filters, $("sort")].forEach((select) => select.addEventListener("change", update));
  $("clear").addEventListener("click", () => {
    [$("search"), $("sort"), ...filters].forEach((field) => { field.value = ""; });
    update();
    $("search").focus();
  });

  // ---- one card, large
  const make = (tag, text, ...inner) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    made.append(...inner);
    return made;
  };
  const button = (id, sign, label, act) => {
    const made = make("button", sign);
    made.type = "button";
    made.id = id;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  };
  const source = (text, place) => {
    const where = make("div", place), code = make("pre", text);
    where.className = "place";
    code.tabIndex = 0;
    return [where, code];
  };
  let open = null, packed = null;
  const unpack = () => {
    const bytes = Uint8Array.from(atob($("packed").textContent), (char) => char.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  };
  const show = async (item, held) => {
    open = item;
    const { sources, stories } = await (packed ??= unpack());
    if (open !== item) return;
    const [written, played] = sources[item.dataset.n];
    const card = cards[item.dataset.n], title = make("h2", card.title), bar = make("div", "", title), keys = make("div");
    title.id = "large-title";
    bar.className = "bar";
    keys.className = "buttons";
    keys.append(button("previous", "‹", words.previous, () => step(-1)), button("next", "›", words.next, () => step(1)),
      button("close", "✕", words.close, () => large.close()));
    bar.append(keys);
    const said = make("dl");
    card.lines.forEach(([label, text]) => said.append(make("dt", label), make("dd", text)));
    const told = make("div", "", said, make("h3", words.written), ...written.flatMap(([text, place]) => source(text, place)));
    told.append(make("h3", words.scenarios));
    played.forEach((n) => {
      const [name, place, text] = stories[n];
      told.append(make("details", "", make("summary", name), ...source(text, place)));
    });
    if (!played.length) told.append(make("p", words.unplayed));
    const both = make("div", "", item.querySelector("svg").cloneNode(true), told);
    both.className = "both";
    large.replaceChildren(bar, both);
    if (!large.open) large.showModal();
    large.scrollTop = 0;
    $(held || "close").focus();
  };
  const step = (by) => {
    const at = shown.indexOf(open);
    show(shown[(at + by + shown.length) % shown.length], by > 0 ? "next" : "previous");
  };
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) show(item);
  });
  large.addEventListener("close", () => open && !open.hidden && open.querySelector("button").focus());
  large.addEventListener("click", (event) => { if (event.target === large) large.close(); });

  // ---- keys
  const columns = () => shown.filter((item) => item.offsetTop === shown[0].offsetTop).length;
  const steps = { ArrowRight: () => 1, ArrowLeft: () => -1, ArrowDown: columns, ArrowUp: () => -columns() };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (large.open) {
      if (event.target.matches("pre")) return;
      if (event.key === "ArrowRight") step(1);
      if (event.key === "ArrowLeft") step(-1);
      return;
    }
    if (event.key === "/" && !typing) {
      event.preventDefault();
      $("search").focus();
    } else if (event.key in steps && event.target.closest("#cards")) {
      const at = shown.indexOf(event.target.closest("li")) + steps[event.key]();
      if (shown[at]) {
        event.preventDefault();
        shown[at].querySelector("button").focus();
      }
    }
  });

  // ---- paper, dark and light
  addEventListener("beforeprint", () => {
    if (!$("every").checked) return;
    shown.forEach((item) => {
      for (let n = 1; n < cards[item.dataset.n].copies; n += 1) {
        const copy = item.cloneNode(true);
        copy.className = "copy";
        item.after(copy);
      }
    });
  });
  addEventListener("afterprint", () => list.querySelectorAll(".copy").forEach((copy) => copy.remove()));
  $("print").addEventListener("click", () => print());
  $("dark").addEventListener("click", () => {
    const root = document.documentElement, now = root.dataset.theme;
    const dark = now ? now === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  $("tools").hidden = false;
  update();
})();
