// Seats follow the number of players.

const players = document.getElementById("players");

function follow() {
  for (const seat of document.querySelectorAll("[data-seat]")) {
    const isThere = Number(seat.dataset.seat) <= Number(players.value);
    seat.hidden = !isThere;
    seat.querySelector("select").disabled = !isThere;
  }
}

players.addEventListener("change", follow);
follow();  // whatever the browser has put back
