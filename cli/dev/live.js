"use strict";
(() => {
  const banner = document.getElementById("banner"), large = document.getElementById("large");
  const fields = [...document.querySelectorAll("#tools input[type=search], #tools select")];
  const { cards } = JSON.parse(document.getElementById("data").textContent);
  const KEY = "state51 dev";
  const tell = (text) => { banner.textContent = text; banner.hidden = !text; };

  // ---- the same search, filters, place and card after a page is loaded anew
  const keep = () => {
    const title = large.open ? document.getElementById("large-title").textContent : "";
    sessionStorage.setItem(KEY, JSON.stringify({ fields: fields.map((f) => f.value), top: scrollY, title }));
  };
  const kept = JSON.parse(sessionStorage.getItem(KEY) || "null");
  sessionStorage.removeItem(KEY);
  fields.forEach((field, n) => {
    const value = kept ? kept.fields[n] : field.dataset.filter === "pack" ? banner.dataset.pack : "";
    field.value = value ?? "";
    if (field.value !== (value ?? "")) field.value = "";
    field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input"));
  });
  if (kept) {
    scrollTo(0, kept.top);
    const again = cards.findIndex((card) => card.title === kept.title);
    if (kept.title && again >= 0) document.querySelector(`#cards li[data-n="${again}"] button`).click();
  }

  // ---- what the watcher says
  const events = new EventSource("/events");
  events.addEventListener("message", ({ data }) => {
    const { page, problem } = JSON.parse(data);
    if (String(page) !== banner.dataset.page) {
      keep();
      location.reload();
    } else {
      tell(problem);
    }
  });
  events.addEventListener("error", () => tell("state51 dev does not answer: was it ended?"));
})();
