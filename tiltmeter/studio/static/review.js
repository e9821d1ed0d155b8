// A review: what comes is put in its place; a move leads to the page that shows it.

"use strict";

import { put, stream } from "/static/studio.js";

const at = (id) => document.getElementById(id);
const page = at("review");

stream(page.dataset.stream, {
  progress: (text) => put(at("progress"), text),
  found: (text) => put(at("found"), text),
  refused: (text) => put(at("refused"), text),
}, () => { at("progress").textContent = ""; page.dataset.ended = "1"; });

at("found").addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) location.href = `${page.dataset.watch}&at=${button.dataset.go}`;
});
