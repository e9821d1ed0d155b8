// The slider: whoever moves it sees who wins now, from the first look on until it is clear.

import { put, stream } from "./studio.js";

const form = document.getElementById("turn");
const slider = document.getElementById("value");
const shown = document.getElementById("shown");
const path = form.dataset.path;
const at = (id) => document.getElementById(id);
const nothing = at("look").innerHTML;
let stop = () => {};
let waiting = 0;

function versions() {
  const kept = [...form.querySelectorAll("[name=version]:checked")].map((one) => one.value);
  const own = Number(slider.value) === Number(form.dataset.start) ? [] : [`${path}=${slider.value}`];
  return [...new Set([...own, ...kept])];
}

// The address says where the slider stands, so a reload shows what was played.
function remember() {
  const address = new URL(location.href);
  address.searchParams.set("path", path);
  const isMoved = Number(slider.value) !== Number(form.dataset.start);
  if (isMoved) address.searchParams.set("value", slider.value);
  else address.searchParams.delete("value");
  history.replaceState(null, "", address);
}

function play() {
  stop();
  remember();
  const asked = versions();
  form.dataset.state = asked.length ? "playing" : "idle";
  put(at("refused"), "");
  put(at("command"), "");
  at("look").classList.toggle("earlier", asked.length > 0);  // until the first look at these versions
  if (!asked.length) {
    put(at("look"), nothing);
    return;
  }
  if (at("look").innerHTML === nothing) at("look").textContent = at("look").dataset.playing;
  const address = new URL(form.dataset.stream, location.href);
  asked.forEach((one) => address.searchParams.append("version", one));
  stop = stream(address, {
    look: (text) => { put(at("look"), text); at("look").classList.remove("earlier"); },
    progress: (text) => put(at("progress"), text),
    command: (text) => put(at("command"), text),
    refused: (text) => put(at("refused"), text),
  }, () => {
    put(at("progress"), "");
    if (at("look").textContent === at("look").dataset.playing) put(at("look"), nothing);
    form.dataset.state = "settled";
  });
}

slider.addEventListener("input", () => {
  stop();  // or the last wish would settle before this one is heard
  shown.value = slider.value;
  form.dataset.state = "playing";
  clearTimeout(waiting);
  waiting = setTimeout(play, 120);  // a drag is one wish, not twenty
});
form.addEventListener("submit", (event) => { event.preventDefault(); play(); });
form.addEventListener("change", (event) => { if (event.target.name === "version") play(); });
at("again").addEventListener("click", play);
at("path").addEventListener("change", (event) => {
  const address = new URL(event.target.dataset.goto, location.href);
  address.searchParams.set("path", event.target.value);
  for (const one of versions()) address.searchParams.append("version", one);
  location.assign(address);
});
at("keep")?.addEventListener("click", () => {
  const address = new URL(location.href);
  address.searchParams.delete("version");
  address.searchParams.delete("value");
  address.searchParams.set("path", path);
  for (const one of versions()) address.searchParams.append("version", one);
  location.assign(address);
});
shown.value = slider.value;  // whoever was quicker than this script, or came back
play();
