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
const mark = (field) => field.closest(".entry").classList.toggle("changed", field.value !== field.dataset.printed);
const table = document.getElementById("table");
table.addEventListener("input", (event) => { if (event.target.closest(".entry")) mark(event.target); });
table.querySelectorAll(".entry [data-printed]").forEach(mark);  // whoever was quicker than this script
table.dataset.state = "ready";
document.getElementById("file").addEventListener("change", async (event) => {
  const sheet = document.getElementById("sheet");
  sheet.elements.text.value = await event.target.files[0].text();
  sheet.submit();
});
