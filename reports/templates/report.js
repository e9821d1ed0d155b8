"use strict";
// The words of the page's language, by what they are in English; {fields} are filled.
const WORDS = JSON.parse(document.body.dataset.words), LANGUAGE = document.documentElement.lang;
const say = (text, fields = {}) => WORDS[text].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
const COMMA = (1.5).toLocaleString(LANGUAGE).includes(",");
// What a cell sorts by: its own text, unless that does not tell; what is not known comes below all.
const figure = (cell) => {
  if (cell.dataset.order !== undefined) return Number(cell.dataset.order);
  const value = parseFloat(COMMA ? cell.textContent.replaceAll("\u202f", "").replace(",", ".") : cell.textContent.replaceAll(",", ""));
  return Number.isNaN(value) ? -1e300 : value;
};
// Sorting: a click on a heading sorts, a second one turns the order round.
for (const table of document.querySelectorAll(".grid table")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  const words = new Intl.Collator(LANGUAGE, { numeric: true });
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
// A row is shown if it passes every sieve of its table.
const sieves = new Map([...document.querySelectorAll(".grid")].map((grid) => [grid, new Map()]));
const sift = (grid, name, passes) => {
  sieves.get(grid).set(name, passes);
  const all = [...sieves.get(grid).values()], rows = grid.querySelector("tbody").rows, shown = [];
  for (const row of rows) {
    const out = !all.every((one) => one(row));
    if (row.hidden !== out) row.hidden = out;
    if (!out) shown.push(row);
  }
  const count = grid.querySelector(".count");
  if (count) count.textContent = shown.length < rows.length ? say("{shown} of {rows} rows", { shown: shown.length, rows: rows.length }) : "";
  return shown;
};
// Filtering: rows that hold every word stay.
for (const input of document.querySelectorAll(".filter input")) {
  const grid = input.closest(".grid"), texts = new Map();
  const text = (row) => texts.get(row) || texts.set(row, row.textContent.toLowerCase()).get(row);
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    sift(grid, "words", (row) => wanted.every((word) => text(row).includes(word)));
    input.dispatchEvent(new Event("sifted", { bubbles: true }));
  });
}
// Exploring: rows that have every ticked member stay, and a line sums them up.
for (const explorer of document.querySelectorAll(".explorer")) {
  const grid = explorer.querySelector(".grid"), rows = [...grid.querySelector("tbody").rows];
  const boxes = [...explorer.querySelectorAll("input[type=checkbox]")], select = explorer.querySelector("select");
  const live = explorer.querySelector(".live"), why = explorer.querySelector(".why");
  const size = Number(explorer.dataset.size), member = explorer.dataset.member;
  const has = new Map(rows.map((row) => [row, new Set(row.dataset.has.split(" "))]));
  const figures = new Map(rows.map((row) => [row, [...row.cells].map((cell, k) => k && figure(cell))]));
  const units = [...rows[0].cells].map((cell) => cell.textContent.endsWith("%") ? "\u00a0%" : "");
  const heads = [...grid.querySelectorAll("th button")];
  const name = (box) => box.nextElementSibling.textContent;
  const listed = (words) => words.length < 2 ? words.join("") : say("{others} and {last}", { others: words.slice(0, -1).join(", "), last: words.at(-1) });
  const rank = (aim, value) => aim === "high" ? -value : aim === "low" ? value : Math.abs(value - Number(aim));
  const line = (words) => Object.assign(document.createElement("p"), { textContent: words });
  const told = (shown, ticked) => {
    const counts = { n: shown.length, of: rows.length, members: listed(ticked.map(name)) };
    const said = [line(say(ticked.length ? "{n} of {of} combinations with {members}." : "{n} of {of} combinations.", counts))];
    if (!shown.length) return said;
    const means = heads.slice(1).map((head, k) => {
      const sum = shown.reduce((total, row) => total + figures.get(row)[k + 1], 0), mean = (sum / shown.length).toFixed(2);
      return `${head.textContent} ${COMMA ? mean.replace(".", ",") : mean}${units[k + 1]}`;
    });
    const k = Number(select.value), { best, worst, aim } = select.selectedOptions[0].dataset;
    const ranked = shown.map((row) => [rank(aim, figures.get(row)[k]), row]).sort(([a], [b]) => a - b);
    const end = (row) => `${row.cells[0].textContent} (${row.cells[k].textContent})`;
    said.push(line(say("On average: {means}.", { means: means.join(", ") })));
    if (ranked.at(-1)[0] - ranked[0][0] > 1e-9) said.push(line(say("By {response}, {best}: {first}; {worst}: {last}.", { response: heads[k].textContent, best, first: end(ranked[0][1]), worst, last: end(ranked.at(-1)[1]) })));
    return said;
  };
  const offer = (shown, ticked) => {
    const open = new Set(shown.flatMap((row) => [...has.get(row)]));
    for (const box of boxes) box.disabled = !box.checked && !open.has(box.value);
    const grey = boxes.some((box) => box.disabled);
    why.textContent = ticked.length >= size ? say("A combination has {size} of them: untick one {member} to tick another.", { size, member })
      : grey ? say("Grey ones are in no combination with those ticked.") : say("Tick up to {size}.", { size });
  };
  const update = () => {
    const ticked = boxes.filter((box) => box.checked), wanted = ticked.map((box) => box.value);
    const passes = (row) => wanted.every((one) => has.get(row).has(one));
    live.replaceChildren(...told(sift(grid, "members", passes), ticked));
    offer(rows.filter(passes), ticked);
  };
  for (const box of boxes) box.addEventListener("change", update);
  grid.addEventListener("sifted", update);
  select.addEventListener("change", () => {
    heads[Number(select.value)].parentElement.removeAttribute("aria-sort");
    heads[Number(select.value)].click();
    update();
  });
  explorer.querySelector(".clear").addEventListener("click", () => {
    for (const box of boxes) box.checked = false;
    update();
    boxes[0].focus();
  });
  explorer.querySelector(".controls").hidden = false;
  update();
}
// To take along: a table as text or CSV, as it is sorted and sifted; a chart as SVG or PNG.
const save = (name, blob) => {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
};
const offers = (what, acts) => {
  const line = Object.assign(document.createElement("p"), { className: "take" });
  for (const [words, act] of Object.entries(acts)) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    button.setAttribute("aria-label", say("{button}: {what}", { button: words, what }));
    button.addEventListener("click", () => act(button));
    line.append(button);
  }
  return line;
};
// A text that a spreadsheet would take for a formula begins with a ', which says that it is none.
const plain = (cell) => {
  const text = cell.textContent.trim();
  return !cell.classList.contains("n") && /^[=+\-@]/.test(text) ? `'${text}` : text;
};
// The ends of an interval are two figures there.
const lines = (table) => [...table.rows].filter((row) => !row.hidden)
  .map((row) => [...row.cells].flatMap((cell) => cell.dataset.ends ? cell.dataset.ends.split("|") : [plain(cell)]));
const quoted = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const copy = (text) => {
  const area = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  document.body.append(area);
  area.select();
  document.execCommand("copy"); // the newer way is not there in a file opened from disk
  area.remove();
};
for (const grid of document.querySelectorAll(".grid")) {
  const table = grid.querySelector("table");
  grid.querySelector(".scroll").before(offers(table.caption.textContent, {
    [say("Copy")]: (button) => { copy(lines(table).map((cells) => cells.join("\t")).join("\n")); button.textContent = say("Copied"); button.focus(); },
    CSV: () => save(`${grid.id}.csv`, new Blob([lines(table).map((cells) => cells.map(quoted).join(",")).join("\n") + "\n"], { type: "text/csv" })),
  }));
}
// A command is copied as it is typed.
for (const code of document.querySelectorAll("code.command")) {
  const text = code.textContent.trim(), place = code.closest("pre") || code;
  place.after(offers(text, { [say("Copy")]: (button) => { copy(text); button.textContent = say("Copied"); button.focus(); } }));
}
// A chart on its own has no page to take its inks from.
const alone = (svg) => {
  const one = svg.cloneNode(true), { width, height } = svg.viewBox.baseVal, inks = getComputedStyle(document.documentElement);
  one.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  one.setAttribute("width", width);
  one.setAttribute("height", height);
  one.setAttribute("font-family", getComputedStyle(svg).fontFamily);
  one.setAttribute("style", `background:${inks.getPropertyValue("--paper")}`);
  return new XMLSerializer().serializeToString(one).replace(/var\((--\w+)\)/g, (_, name) => inks.getPropertyValue(name));
};
const painted = (svg, then) => {
  const image = new Image(), canvas = document.createElement("canvas"), { width, height } = svg.viewBox.baseVal;
  image.onload = () => {
    Object.assign(canvas, { width: 3 * width, height: 3 * height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(then);
  };
  image.src = `data:image/svg+xml,${encodeURIComponent(alone(svg))}`;
};
for (const figure of document.querySelectorAll("figure")) {
  const svg = figure.querySelector("svg");
  figure.append(offers(svg.getAttribute("aria-label"), {
    SVG: () => save(`${figure.id}.svg`, new Blob([alone(svg)], { type: "image/svg+xml" })),
    PNG: () => painted(svg, (blob) => save(`${figure.id}.png`, blob)),
  }));
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
// A link to something folded unfolds it, and all it lies in.
const reveal = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = place ? [place, ...parents(place)].filter((one) => one instanceof HTMLDetailsElement && !one.open) : [];
  for (const one of folded) one.open = true;
  if (folded.length) place.scrollIntoView();
};
function* parents(place) {
  for (let one = place.parentElement; one; one = one.parentElement) yield one;
}
addEventListener("hashchange", reveal);
reveal();
// On a narrow screen the contents are folded, so that findings come first.
const contents = document.getElementById("contents"), wide = matchMedia("(min-width: 68rem)");
const fold = () => { contents.open = wide.matches; };
fold();
wide.addEventListener("change", fold);
contents.addEventListener("click", (event) => { if (event.target.closest("a")) fold(); });
// Dark or light, against the system's choice.
const theme = document.getElementById("theme"), root = document.documentElement;
theme.hidden = false;
theme.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
