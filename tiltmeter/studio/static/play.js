// A game of a person: shows what the server says the seat may see, and sends the number of a move.

"use strict";

const at = (id) => document.getElementById(id);
const page = at("play"), words = page.dataset;
const base = `/play/${encodeURIComponent(words.name)}`;
let shown = null; // the last state
let before = null; // the one before, whose differences are marked
let seat = 0; // who has said to sit here
let isBusy = false;
let waiting = []; // numbers that were typed too early
let table = null;

const address = (what, more = {}) => `${base}/${what}?${words.query}&${new URLSearchParams(more)}`;
const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

async function ask(what, fields, isSent) {
  const options = isSent ? { method: "POST", body: new URLSearchParams(fields) } : {};
  try {
    const answer = await fetch(isSent ? address(what) : address(what, fields), options);
    return await answer.json();
  } catch {
    return { refused: words.gone, isGone: true };
  }
}

// Asks for a state and shows it; one thing at a time
async function turn(what, fields = {}, isSent = false) {
  if (isBusy) return; // a second click on what is on its way
  isBusy = true;
  page.setAttribute("aria-busy", "true");
  if (isSent) at("turn").textContent = words.wait;
  const found = await ask(what, { ...fields, who: seat }, isSent);
  isBusy = false;
  page.removeAttribute("aria-busy");
  refuse(found.refused);
  if (!found.refused) {
    show(found);
    next();
    return;
  }
  waiting = [];
  if (shown) showWhose();
  if (isSent && !found.isGone) reload();
}

// After a move that was refused: where the game stands now
async function reload() {
  const found = await ask("state", { who: seat });
  if (!found.refused && !isBusy && found.made !== shown?.made) show(found);
}

// Numbers that were typed while a move was on its way
function next() {
  const isChoice = page.dataset.state === "choice";
  if (!isChoice) waiting = [];
  else if (waiting.length) typed(waiting.shift());
}

function refuse(sentence) {
  const told = document.createElement("p");
  told.className = "refused";
  told.textContent = sentence || "";
  at("refused").replaceChildren(...(sentence ? [told] : []));
}

function show(found) {
  at("handover").hidden = !found.ready;
  at("game").hidden = Boolean(found.ready);
  page.dataset.made = found.made;
  page.dataset.state = found.ready ? "handover" : found.isOver ? "over" : "choice";
  if (found.ready) {
    [shown, before] = [null, null];
    for (const id of ["news", "moves", "log", "table", "heading"]) at(id).replaceChildren();
    at("handover").querySelector("p").textContent = filled(words.ready, { seat: found.ready });
    at("ready").dataset.seat = found.ready;
    at("ready").focus();
    return;
  }
  [before, shown] = [shown && shown.made < found.made ? shown : null, found];
  seat = found.seat || seat;
  at("title").textContent = found.title;
  at("about").textContent = `${found.seats.map((one) => filled(words.named, { name: one.name, words: one.who })).join(" · ")}`;
  showWhose();
  at("heading").textContent = found.heading;
  list(at("news"), found.news);
  showMoves(found.moves);
  showLog(found.log);
  showTable();
  at("over").hidden = !found.isOver;
  at("choose").hidden = found.isOver;
  at("undo").disabled = !found.choices;
  at("result").replaceChildren(...found.result.map((line) => element("p", "", line)));
  at("ahead").textContent = "";
  if (found.isOver) at("turn").focus();
  else if (document.activeElement !== at("number")) at("moves").querySelector("button").focus();
  if (at("rated").checked && !found.isOver) rate();
}

function showWhose() {
  at("turn").textContent = shown.isOver ? shown.won || words.over : filled(words.turn, { seat: shown.seat });
}

function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

const list = (root, lines) => root.replaceChildren(...lines.map((line) => element("li", "", line)));

function showMoves(moves) {
  at("moves").replaceChildren(...moves.map((told, k) => {
    const item = element("li"), button = element("button");
    button.type = "button";
    button.dataset.number = k + 1;
    button.append(element("span", "n", String(k + 1)), element("span", "told", told));
    item.append(button);
    return item;
  }));
}

function showLog(log) {
  at("log").replaceChildren(...log.flatMap((one, k) => {
    const item = element("li", "", one.lines.join("; "));
    item.value = k + 1;
    return one.heading ? [item, element("li", "heading", one.heading)] : [item];
  }));
}

function showTable() {
  const drawn = (one) => one && { ...one, acting: one.seat, first: one.seat };
  const picture = table || (table = TABLE({ ...LOOK, words }));
  picture.draw(at("table"), drawn(shown), drawn(before));
}

// What the bots think: ratings at once, a look ahead when it is there
async function rate() {
  const made = shown.made;
  const isStill = () => shown && shown.made === made && at("rated").checked;
  at("ahead").textContent = words.looking; // the first ratings take seconds
  const found = await ask("advice", { made, looks: 0 });
  if (!isStill() || isBusy) return; // what bots think of a position that is gone is no news
  if (found.refused || found.gone) {
    at("ahead").textContent = "";
    return refuse(found.refused || found.gone);
  }
  page.dataset.rated = made;
  found.opinions.slice(0, 1).forEach(showRatings);
  at("rating").hidden = !found.opinions.length;
  at("ahead").textContent = words.looking;
  const looked = await ask("advice", { made, looks: 1 });
  if (!isStill()) return;
  page.dataset.looked = made;
  if (!looked.ahead) {
    at("ahead").textContent = looked.refused || looked.gone || words.blind;
    return;
  }
  const button = buttonOf(looked.ahead.number);
  const told = looked.isClear ? words.clear : words.ahead;
  button.classList.add("ahead");
  button.querySelector(".told").append(element("small", "", told));
  at("ahead").textContent = filled(words.named, { name: looked.ahead.number, words: told });
}

const buttonOf = (number) => at("moves").querySelector(`[data-number="${number}"]`);

function showRatings(opinion) {
  opinion.moves.forEach((one, k) => {
    const button = buttonOf(one.number);
    button.classList.toggle("best", k === 0);
    button.append(element("span", "rating", `${opinion.bot} ${one.rating.toFixed(2)}`));
  });
}

const choose = (number) => turn("move", { number, made: shown.made }, true);
const undo = () => shown && !at("undo").disabled && turn("undo", { made: shown.made }, true);

at("moves").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) choose(button.dataset.number);
});
at("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const number = at("number").value.trim();
  at("number").value = "";
  if (isBusy) waiting.push(number);
  else typed(number);
});

function typed(number) {
  if (shown && buttonOf(/^\d+$/.test(number) ? Number(number) : 0)) choose(Number(number));
  else {
    waiting = [];
    refuse(filled(words.nomove, { n: number }));
  }
}

at("undo").addEventListener("click", undo);
at("ready").addEventListener("click", () => {
  seat = Number(at("ready").dataset.seat);
  turn("state");
});
at("rated").addEventListener("change", () => {
  sessionStorage.setItem("rated", at("rated").checked ? "1" : "");
  if (!shown || shown.isOver) return;
  if (at("rated").checked) rate();
  else {
    showMoves(shown.moves);
    at("rating").hidden = true;
    at("ahead").textContent = "";
  }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !shown || shown.isOver) return;
  const isKey = /^[uU?]$/.test(event.key);
  if (isKey) event.preventDefault();
  else if (event.target.id === "number") return;
  if (event.key === "?") at("rated").click();
  else if (isKey) undo();
  else if (/^\d$/.test(event.key)) at("number").focus(); // and the figure is typed there
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
});

function step(event) {
  const buttons = [...at("moves").querySelectorAll("button")];
  const k = buttons.indexOf(document.activeElement);
  if (k < 0) return;
  event.preventDefault();
  const next = k + (event.key === "ArrowDown" ? 1 : -1);
  buttons[(next + buttons.length) % buttons.length].focus();
}

const LOOK = await (await fetch(`/drawn/look.json?${words.query}`)).json();
at("rated").checked = sessionStorage.getItem("rated") === "1";
turn("state");
