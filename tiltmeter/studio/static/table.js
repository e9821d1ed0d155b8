// The table's forms: seats follow the number of players, changes are marked, a sheet is read.

import "./studio.js";

const players = document.getElementById("players");
players.addEventListener("change", () => {
  for (const seat of document.querySelectorAll("[data-seat]")) {
    const is_there = Number(seat.dataset.seat) <= Number(players.value);
    seat.hidden = !is_there;
    seat.querySelector("select").disabled = !is_there;
  }
});
document.getElementById("table").addEventListener("input", (event) => {
  const entry = event.target.closest(".entry");
  if (entry) entry.classList.toggle("changed", event.target.value !== event.target.dataset.printed);
});
document.getElementById("file").addEventListener("change", async (event) => {
  const sheet = document.getElementById("sheet");
  sheet.elements.text.value = await event.target.files[0].text();
  sheet.submit();
});
