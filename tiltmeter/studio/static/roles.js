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

// What stands there is of another set or another metric, until the answer has come.
function wait(place, isOther) {
  const told = document.createElement("p");
  Object.assign(told, { className: "hint looking", textContent: form.dataset.looking });
  if (isOther) put(place, "");
  else place.querySelector(".looking")?.remove();
  place.prepend(told);
  place.classList.add("earlier");
}

function show(place, text) {
  put(place, text);
  place.classList.remove("earlier");
  place.querySelectorAll("[data-minutes]").forEach(tellMinutes);
}

// Some games are played to find it, so it comes after all else.
async function tellMinutes(place) {
  const answer = await got(new URL(place.dataset.minutes, location.href));
  if (answer?.ok) put(place, await answer.text());
  place.dataset.state = "told";
}

function tellCount(more) {
  const { wait, oneOver, over } = at("known").dataset;
  const told = more < 0 ? wait : more === 1 ? oneOver : over.replaceAll("{n}", more);
  at("known").classList.remove("earlier");
  at("known").textContent = told;
}

async function ask(isOther = true) {
  const size = Number(form.dataset.size);
  const now = ++number;
  stop();
  put(at("refused"), "");
  at("ticked").textContent = size ? `(${ticked().length} / ${size})` : "";
  if (size && ticked().length !== size) {
    tellCount(ticked().length - size);
    return;
  }
  wait(at("known"), isOther);
  keep(address(form.dataset.table));
  const answer = await got(address(form.dataset.known));
  if (!answer) return;
  const text = await answer.text();
  if (now !== number) return;
  show(at("known"), answer.ok ? text : "");
  put(at("refused"), answer.ok ? "" : text);
}

function busy(isPlaying) {
  const button = at("known").querySelector("[data-play-it]");
  if (button) button.disabled = isPlaying;
  at("playing").hidden = !isPlaying;
}

function play() {
  busy(true);
  stop = stream(address(form.dataset.play), {
    progress: (text) => put(at("progress"), text),
    refused: (text) => put(at("refused"), text),
    played: () => { ask(); rank(); },
  }, () => { put(at("progress"), ""); busy(false); });
}

function swap(out, into) {
  const named = (label) => cards().find((one) => one.closest("label").textContent.trim() === label);
  if (named(out)) named(out).checked = false;
  if (named(into)) named(into).checked = true;
  ask();
}

let rankedBy = "";
let rankings = 0;
async function rank() {
  const now = ++rankings;
  wait(at("ranked"), false);
  const made = new URL(at("ranked").dataset.ranked, location.href);
  if (rankedBy) made.searchParams.set("by", rankedBy);
  const answer = await got(made);
  const text = answer && await answer.text();
  if (answer && now === rankings) show(at("ranked"), text);
}

function tick(members) {
  cards().forEach((one) => { one.checked = members.includes(one.value); });
  ask();
  form.scrollIntoView();
}

if (form) {
  form.addEventListener("change", () => ask());
  window.addEventListener("popstate", () => { tickAddress(); ask(); });
  at("stop").addEventListener("click", () => stop());
  at("known").addEventListener("change", (event) => {
    if (event.target.id === "by") { by = event.target.value; ask(false); }
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
