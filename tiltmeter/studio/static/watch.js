// A game to watch: the server hands over all of it, and scripts of single pages step through it.

"use strict";

import { got, put, stream } from "/static/studio.js";

const at = (id) => document.getElementById(id);
const page = at("watch"), words = page.dataset;

function refuse(sentence) {
  const told = document.createElement("p");
  told.className = "refused";
  told.textContent = sentence;
  at("refused").replaceChildren(told);
  at("wait").hidden = true;
}

async function film() {
  try {
    return await (await fetch(words.film)).json();
  } catch {
    return { refused: words.gone };
  }
}

const named = (name, told) => words.named.replace("{name}", () => name).replace("{words}", () => told);

// Every move of the choice that the shown move was: ratings at once, a look ahead when it is there.
let asked = 0;  // an answer about an earlier still is not shown
async function advice(before, looks) {
  const now = ++asked;
  const answer = await got(`${words.advice}&at=${before}&looks=${looks}`);
  if (!answer || now !== asked) return null;
  const told = await answer.json();
  if (now !== asked) return null;
  at("ahead").textContent = told.refused ?? "";
  return told.refused ? null : told;
}

async function ask(before) {
  const told = await advice(before, 0);
  if (!told) return;
  at("opinion").replaceChildren(...told.opinions[0].moves.map((one) => rated(one, told.made)));
  at("opinion").hidden = false;
  at("ahead").textContent = words.looking;
  page.dataset.asked = before;
  const looked = await advice(before, 1);
  if (!looked) return;
  at("ahead").textContent = looked.ahead
    ? named(looked.ahead.told, looked.isClear ? words.clear : words.ahead) : words.blind;
  page.dataset.looked = before;
}

function rated(one, made) {
  const item = document.createElement("li");
  item.textContent = `${one.rating.toFixed(2)}  ${one.told}${one.number === made ? ` · ${words.did}` : ""}`;
  item.classList.toggle("made", one.number === made);
  return item;
}

function forget(shown) {
  asked += 1;
  at("ask").disabled = !shown.now();
  at("ahead").textContent = "";
  at("opinion").hidden = true;
}

function show(found) {
  at("wait").hidden = true;
  at("shown").hidden = false;
  at("about").textContent = [words.game, ...found.seats].filter(Boolean).join(" · ");
  at("at").max = found.stills.length - 1;
  at("lead").disabled = !found.leads.length;
  at("take").append(...found.seats.map((_, k) => new Option(words.seat.replace("{seat}", k + 1), k + 1)));
  found.result.forEach((line) => {
    const told = document.createElement("p");
    told.textContent = line;
    at("result").append(told);
  });
  const shown = FILM({ ...found, words });
  const wanted = new URLSearchParams(location.search).get("at");
  if (wanted) shown.go(Number(wanted));
  page.dataset.stills = found.stills.length;
  at("take").form.addEventListener("submit", () => { at("take-at").value = shown.now(); });
  forget(shown);
  new MutationObserver(() => forget(shown)).observe(at("which"), { childList: true });
  at("ask").addEventListener("click", () => ask(shown.now() - 1));
  at("seek").addEventListener("click", () => {
    at("seek").disabled = true;
    stream(words.blunders, {
      progress: (text) => put(at("progress"), text),
      found: (text) => put(at("blunders"), text),
      refused: (text) => put(at("blunders"), text),
    }, () => { at("progress").textContent = ""; page.dataset.sought = "1"; });
  });
  at("blunders").addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) shown.go(Number(button.dataset.go));
  });
}

const found = await film();
if (found.refused) refuse(found.refused);
else show(found);
