"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const last = film.stills.length - 1;
  const at = (id) => document.getElementById(id);
  const BETWEEN = /, | · /; // things of one part
  let now = 0;

  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const svg = (tag, marks) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(marks)) made.setAttribute(key, value);
    return made;
  };
  const hue = (k) => film.hues[k % film.hues.length];
  const colourOf = (text) =>
    film.colours[(text.toLowerCase().match(/[a-z]+/g) || []).find((word) => word in film.colours)];

  function labelled(name, text, isNew) {
    const made = make("span", isNew ? `${name} changed` : name);
    const colour = colourOf(text);
    if (colour) {
      const swatch = make("span", "swatch");
      swatch.style.background = colour;
      made.append(swatch);
    }
    made.append(text);
    return made;
  }

  function boardOf(piece, isNew) {
    const board = make("div", piece.columns ? "board" : "board regions");
    if (piece.columns) board.style.gridTemplateColumns = `repeat(${2 * piece.columns + piece.hexes}, minmax(.9rem, auto))`;
    piece.values.forEach((value, k) => {
      const isEmpty = piece.numbers[k] === piece.least;
      const cell = labelled("cell", isEmpty && piece.columns ? "\u00b7" : value, isNew(k));
      cell.title = `${piece.cells[k]}: ${value}`;
      if (piece.columns) {
        const [row, column] = [Math.floor(k / piece.columns), k % piece.columns];
        cell.style.gridRow = row + 1;
        cell.style.gridColumn = `${2 * column + 1 + (piece.hexes ? row % 2 : 0)} / span 2`;
        if (!isEmpty && value === String(piece.numbers[k])) cell.style.borderColor = hue(piece.numbers[k] - 1);
      } else cell.prepend(make("span", "name", piece.cells[k]));
      board.append(cell);
    });
    return board;
  }

  function pieceOf(piece, before) {
    const made = make("div", "piece");
    made.append(make("span", "name", piece.name));
    const isNew = (k) => before && before.values[k] !== piece.values[k];
    if (piece.kind === "stack") made.append(make("span", "stack", `${piece.numbers[0]} cards`));
    else if (!piece.values.length) made.append(make("span", "name", "empty"));
    else if (piece.kind === "number") {
      made.append(labelled("chip", piece.values[0], isNew(0)));
      if (piece.most - piece.least > 1 && piece.values[0] === String(piece.numbers[0])) {
        const meter = make("meter");
        [meter.min, meter.max, meter.value] = [piece.least, piece.most, piece.numbers[0]];
        meter.setAttribute("aria-label", piece.name);
        made.append(meter);
      }
    } else if (piece.kind === "board") made.append(boardOf(piece, isNew));
    else {
      const name = piece.kind === "cards" ? "card" : "cell";
      piece.values.forEach((value, k) => made.append(labelled(name, value, isNew(k))));
    }
    return made;
  }

  function partOf(part, before) {
    const made = make("div", "piece");
    const known = new Set((before || []).flatMap((one) => one.split(BETWEEN)));
    part.split(BETWEEN).forEach((item) => made.append(labelled("chip", item, before && !known.has(item))));
    return made;
  }

  function placeOf(who, seat, still, before) {
    const made = make("section", seat ? "place" : "place whole-table");
    if (seat && still.seat === seat) made.classList.add("acts");
    made.setAttribute("aria-label", who);
    const head = make("h3", "", who);
    if (seat && film.sides.length === film.seats.length) {
      head.append(make("small", "", `${still.standings[seat - 1]} points`));
    }
    made.append(head);
    const own = (one) => one.seat === seat;
    const pieces = still.pieces.filter(own);
    const earlier = before ? before.pieces.filter(own) : [];
    if (still.pieces.length) pieces.forEach((one, k) => made.append(pieceOf(one, earlier[k])));
    else still.parts[who].forEach((one) => made.append(partOf(one, before && before.parts[who])));
    return made;
  }

  function showTable(still, before) {
    const table = at("table");
    const names = still.pieces.length
      ? ["the table", ...film.seats.map((_, k) => `seat ${k + 1}`)]
      : Object.keys(still.parts);
    table.replaceChildren(
      ...names.map((who) => placeOf(who, Number((who.match(/^seat (\d+)$/) || [0, 0])[1]), still, before))
        .filter((one) => one.childElementCount > 1));
  }

  function showCurve() {
    const box = at("curve");
    if (film.sides.length < 2 && last < 1) return;
    const all = film.stills.flatMap((one) => one.standings);
    const low = Math.min(...all), high = Math.max(...all, low + 1);
    const drawn = svg("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img",
      "aria-label": "Standings after every move" });
    film.sides.forEach((_, side) => {
      const points = film.stills.map((one, k) =>
        `${(1000 * k) / Math.max(1, last)},${96 - (92 * (one.standings[side] - low)) / (high - low)}`);
      drawn.append(svg("polyline", { points: points.join(" "), fill: "none", stroke: hue(side),
        "stroke-width": 2, "vector-effect": "non-scaling-stroke",
        "stroke-dasharray": ["", "6 3", "2 2", "9 3 2 3"][side % 4] }));
    });
    drawn.append(svg("line", { id: "cursor", y1: 0, y2: 100, stroke: "currentColor",
      "vector-effect": "non-scaling-stroke" }));
    const legend = make("div", "legend");
    film.sides.forEach((who, side) => {
      const one = make("span");
      const swatch = make("span", "swatch");
      swatch.style.background = hue(side);
      one.append(swatch, who, " ", make("b", "points"));
      legend.append(one);
    });
    box.append(drawn, legend);
  }

  function showLog() {
    const log = at("log");
    let heading = "";
    film.stills.slice(1).forEach((still, k) => {
      if (still.heading !== heading) log.append(make("li", "heading", (heading = still.heading)));
      const item = make("li");
      item.value = k + 1;
      item.dataset.at = k + 1;
      const button = make("button", "", `seat ${still.seat} ${still.move}`);
      button.type = "button";
      button.addEventListener("click", () => go(k + 1));
      item.append(button);
      log.append(item);
    });
  }

  function showWhy(still) {
    at("why").hidden = !still.considered.length;
    at("considered").replaceChildren(...still.considered.map(([told, rating]) =>
      make("li", told === still.move ? "made" : "", `${rating.toFixed(2)}  ${told}`)));
  }

  function go(to) {
    now = Math.max(0, Math.min(last, to));
    const still = film.stills[now];
    at("at").value = now;
    at("which").textContent = `${now} of ${last}`;
    at("told").textContent = now ? `${still.heading}: seat ${still.seat} ${still.move}` : "Before the first move";
    at("events").replaceChildren(...still.events.map((one) => make("li", "", one)));
    showWhy(still);
    showTable(still, now ? film.stills[now - 1] : null);
    const cursor = document.getElementById("cursor");
    if (cursor) ["x1", "x2"].forEach((end) => cursor.setAttribute(end, (1000 * now) / Math.max(1, last)));
    document.querySelectorAll("#curve .points").forEach((one, side) => (one.textContent = still.standings[side]));
    at("result").hidden = now < last;
    [at("first").disabled, at("back").disabled] = [now === 0, now === 0];
    [at("forward").disabled, at("last").disabled] = [now === last, now === last];
    document.querySelectorAll("#log .now").forEach((one) => one.classList.remove("now"));
    const item = document.querySelector(`#log [data-at="${now}"]`);
    if (item) {
      item.classList.add("now");
      at("log").scrollTop = item.offsetTop - at("log").offsetTop - at("log").clientHeight / 2;
    }
  }

  const nextLead = () => go(film.leads.find((one) => one > now) ?? film.leads[0] ?? now);
  const ways = { Home: () => go(0), End: () => go(last), ArrowLeft: () => go(now - 1),
    ArrowRight: () => go(now + 1), l: nextLead, L: nextLead };
  at("first").addEventListener("click", ways.Home);
  at("back").addEventListener("click", ways.ArrowLeft);
  at("forward").addEventListener("click", ways.ArrowRight);
  at("last").addEventListener("click", ways.End);
  at("lead").addEventListener("click", nextLead);
  at("at").addEventListener("input", (event) => go(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.id === "at") return;
    if (event.key in ways) {
      event.preventDefault();
      ways[event.key]();
    }
  });
  showCurve();
  showLog();
  go(0);
})();
