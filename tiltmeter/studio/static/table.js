// The table's forms: seats follow the number of players, changes are marked, a sheet is read.

import "./seats.js";
import { put, send, tellGone } from "./studio.js";

const mark = (field) => field.closest(".entry").classList.toggle("changed", field.value !== field.dataset.printed);
const table = document.getElementById("table");
const changes = document.getElementById("changes");
table.addEventListener("input", (event) => {
  if (!event.target.closest(".entry")) return;
  mark(event.target);
  changes.textContent = changes.dataset.pending;
});
table.querySelectorAll(".entry [data-printed]").forEach(mark);  // whoever was quicker than this script
table.dataset.state = "ready";

// What the game refuses is told at its field, by the name that the field has here.
table.addEventListener("submit", async (event) => {
  if (event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  table.querySelectorAll(".refusal").forEach((one) => one.remove());
  const answer = await send(table.action, new FormData(table)).catch(tellGone);
  if (answer?.ok) location.assign(answer.address);
  else if (answer) refuse(answer.text);
});

function refuse(text) {
  const told = document.createElement("div");
  told.className = "refusal";
  put(told, text);
  const path = (field) => field.name.replace("value:", "");
  const fields = [...table.querySelectorAll(".entry [data-printed]")];
  const isOf = (one) => told.textContent.match(`'${path(one).replaceAll(".", "\\.")}['=]`);
  const field = fields.find(isOf);
  const place = field?.closest(".entry") ?? table.querySelector(".sticky");
  place[field ? "append" : "before"](told);
  if (field) {
    const sentence = told.firstElementChild;
    const label = place.querySelector("label").textContent;
    const setting = `'${path(field)}=${field.value.trim()}': `;  // as the command line has it
    sentence.textContent = sentence.textContent
      .replace(setting, "").replaceAll(`'${path(field)}'`, `“${label}”`);
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }
}

// A long list is searched by parts of names; Enter chooses the first game that has them.
const seek = document.getElementById("seek");
const list = document.getElementById("game");
const games = [...list.options].map((one) => [one, one.parentElement]);
const chosen = list.value;

function find() {
  const words = seek.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one) => words.every((word) => one.text.toLowerCase().includes(word));
  games.forEach(([one, group]) => (fits(one) ? group.append(one) : one.remove()));
  if (!words.length) list.value = chosen;
  else list.selectedIndex = list.length ? 0 : -1;
  seek.setCustomValidity(list.length ? "" : seek.dataset.none);
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

if (seek) {
  seek.closest(".field").hidden = false;  // it needs this script
  seek.addEventListener("input", find);
}

document.getElementById("file").addEventListener("change", async (event) => {
  const sheet = document.getElementById("sheet");
  sheet.elements.text.value = await event.target.files[0].text();
  sheet.submit();
});
