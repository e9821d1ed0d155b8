// Cards to tick; what is known of the set that they make is asked for at once.

import { got, put, stream } from "./studio.js";

const form = document.getElementById("roles");
const at = (id) => document.getElementById(id);
let stop = () => {};
let by = "";
let number = 0;  // of the question: an answer that comes late is not shown

const cards = () => [...form.querySelectorAll("input")];
const ticked = () => cards().filter((one) => one.checked).map((one) => one.value);

function address(base) {
  const made = new URL(base, location.href);
  ticked().forEach((one) => made.searchParams.append("member", one));
  if (by) made.searchParams.set("by", by);
  return made;
}

// Each whole set is a step that 'Back' goes back to.
const members = (search) => new URLSearchParams(search).getAll("member").sort().join();
function keep(made) {
  const isNew = members(location.search) && members(location.search) !== members(made.search);
  history[isNew ? "pushState" : "replaceState"](null, "", made);
}

function tickAddress() {
  const wanted = new URLSearchParams(location.search).getAll("member");
  if (wanted.length) cards().forEach((one) => { one.checked = wanted.includes(one.value); });
}

async function ask() {
  const size = Number(form.dataset.size);
  const now = ++number;
  stop();
  put(at("refused"), "");
  at("ticked").textContent = size ? `(${ticked().length} / ${size})` : "";
  if (size && ticked().length !== size) {
    at("known").textContent = at("known").dataset.wait;
    return;
  }
  keep(address(form.dataset.table));
  const answer = await got(address(form.dataset.known));
  if (!answer) return;
  const text = await answer.text();
  if (now !== number) return;
  put(answer.ok ? at("known") : at("refused"), text);
}

function show(isPlaying) {
  const button = at("known").querySelector("[data-play-it]");
  if (button) button.disabled = isPlaying;
  at("playing").hidden = !isPlaying;
}

function play() {
  show(true);
  stop = stream(address(form.dataset.play), {
    progress: (text) => put(at("progress"), text),
    refused: (text) => put(at("refused"), text),
    played: () => { ask(); rank(); },
  }, () => { put(at("progress"), ""); show(false); });
}

function swap(out, into) {
  const named = (label) => cards().find((one) => one.closest("label").textContent.trim() === label);
  if (named(out)) named(out).checked = false;
  if (named(into)) named(into).checked = true;
  ask();
}

let rankedBy = "";
async function rank() {
  const made = new URL(at("ranked").dataset.ranked, location.href);
  if (rankedBy) made.searchParams.set("by", rankedBy);
  const answer = await got(made);
  if (answer) put(at("ranked"), await answer.text());
}

function tick(members) {
  cards().forEach((one) => { one.checked = members.includes(one.value); });
  ask();
  form.scrollIntoView();
}

if (form) {
  form.addEventListener("change", ask);
  window.addEventListener("popstate", () => { tickAddress(); ask(); });
  at("stop").addEventListener("click", () => stop());
  at("known").addEventListener("change", (event) => {
    if (event.target.id === "by") { by = event.target.value; ask(); }
  });
  at("known").addEventListener("click", (event) => {
    if (event.target.closest("[data-play-it]")) play();
    const button = event.target.closest("[data-out]");
    if (button) swap(button.dataset.out, button.dataset.in);
  });
  at("ranked").addEventListener("change", (event) => {
    if (event.target.id === "rank-by") { rankedBy = event.target.value; rank(); }
  });
  at("ranked").addEventListener("click", (event) => {
    const button = event.target.closest("[data-tick]");
    if (button) tick(JSON.parse(button.dataset.tick));
  });
  tickAddress();  // whatever the browser has put back
  ask();
  rank();
}
