// A game to watch: the server hands over all of it, and scripts of single pages step through it.

"use strict";

import { put, stream } from "/static/studio.js";

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
