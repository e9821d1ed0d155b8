"use strict";
// What a cell sorts by: its own text, unless that does not tell; what is not known comes below all.
const figure = (cell) => {
  if (cell.dataset.order !== undefined) return Number(cell.dataset.order);
  const value = parseFloat(cell.textContent.replaceAll(",", ""));
  return Number.isNaN(value) ? -1e300 : value;
};
// Sorting: a click on a heading sorts, a second one turns the order round.
for (const table of document.querySelectorAll(".grid table")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  const words = new Intl.Collator("en", { numeric: true });
  heads.forEach((head, k) => head.firstElementChild.addEventListener("click", () => {
    const number = head.classList.contains("n");
    const before = head.getAttribute("aria-sort");
    const now = before ? (before === "ascending" ? "descending" : "ascending") : number ? "descending" : "ascending";
    const sign = now === "ascending" ? 1 : -1;
    const keyed = [...body.rows].map((row) => [number ? figure(row.cells[k]) : row.cells[k].textContent, row]);
    keyed.sort(([a], [b]) => sign * (number ? a - b : words.compare(a, b)));
    heads.forEach((one) => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", now);
    body.append(...keyed.map(([, row]) => row));
  }));
}
// Filtering: rows that hold every word stay.
for (const input of document.querySelectorAll(".filter input")) {
  const grid = input.closest(".grid"), rows = [...grid.querySelectorAll("tbody tr")];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const count = grid.querySelector(".count");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !wanted.every((word) => texts.get(row).includes(word));
      shown += !row.hidden;
    }
    count.textContent = wanted.length ? `${shown} of ${rows.length} rows` : "";
  });
}
// The contents follow: the section at the top of the window is the current one.
const links = new Map([...document.querySelectorAll("nav ol a")].map((a) => [a.hash.slice(1), a]));
const places = [...links.keys()].map((id) => document.getElementById(id));
let waiting = false;
const follow = () => {
  waiting = false;
  let current = places[0];
  for (const place of places) if (place.getBoundingClientRect().top < window.innerHeight / 3) current = place;
  for (const [id, link] of links) {
    if (id === current.id) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
};
addEventListener("scroll", () => {
  if (!waiting) { waiting = true; requestAnimationFrame(follow); }
}, { passive: true });
follow();
// A link to a table opens it.
const reveal = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place instanceof HTMLDetailsElement) place.open = true;
};
addEventListener("hashchange", reveal);
reveal();
// Dark or light, against the system's choice.
const theme = document.getElementById("theme"), root = document.documentElement;
theme.hidden = false;
theme.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
