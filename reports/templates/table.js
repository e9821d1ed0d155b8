"use strict";
// Draws a table from the list of what lies on it. It knows no game and no rules: a thing has a kind,
// values to show, and a seat that it lies before (0: in the middle).
const TABLE = (look) => {
  const HIDDEN = "?";
  const words = { cards: "cards", none: "none", points: "points", hidden: "hidden", table: "the table",
    mover: "seat {seat}", stands: "seat {seat} on {space}", named: "{name}: {words}",
    map: "{n} places; the lists next to it name what lies there",
    held: "held by {who}", token: "a token of {who}", goal: "a common goal",
    ...look.spoken, ...look.words };
  const told = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
  const named = (name, what) => told(words.named, { name, words: what });
  const BETWEEN = /, | · /; // things of one part
  const LONGEST = 32; // spaces of a track that are drawn one by one
  const [WIDE, HIGH] = [1000, 540]; // of a map

  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const svg = (tag, marks, title) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(marks)) made.setAttribute(key, value);
    if (title) made.append(Object.assign(svg("title", {}), { textContent: title }));
    return made;
  };
  const hue = (seat) => look.hues[(seat - 1) % look.hues.length];
  // Of a colour's forms too, such as bleue, verte and violette
  const painted = (word) => [word, word.replace(/e$/, ""), word.replace(/te$/, "")].find((one) => one in look.colours);
  const colourOf = (text) => look.colours[(text.toLowerCase().match(/[a-z]+/g) || []).map(painted).find(Boolean)];

  function labelled(name, text, isNew, whole) {
    const made = make("span", isNew ? `${name} changed` : name);
    if (text === HIDDEN) {
      made.classList.add("back");
      made.setAttribute("aria-label", words.hidden);
    }
    const colour = colourOf(whole || text);
    if (colour) {
      const swatch = make("span", "swatch");
      swatch.style.background = colour;
      made.append(swatch);
    }
    made.append(text);
    return made;
  }

  function pawn(who, isNew) {
    const made = make("span", isNew ? "pawn changed" : "pawn", who || "●");
    if (who) {
      made.style.borderColor = hue(Number(who));
      made.setAttribute("aria-label", words.mover.replace("{seat}", who));
    }
    return made;
  }

  const valueOf = (piece, k) => (piece.values || [])[k];
  const isNew = (piece, before, k) => Boolean(before) && valueOf(before, k) !== valueOf(piece, k);

  // One function for each kind of thing

  const kinds = {
    stack: (piece) => [make("span", "stack", `${(piece.numbers || [0])[0]} ${words.cards}`)],
    cards: (piece, before) => several("card", piece, before),
    row: (piece, before) => several("cell", piece, before),
    money: (piece, before) => [labelled("coin", valueOf(piece, 0), isNew(piece, before, 0))],
    number: number,
    board: (piece, before) => [board(piece, before)],
    grid: (piece, before) => [grid(piece, before)],
    track: (piece, before) => [track(piece, before)],
    map: (piece) => [map(piece)],
  };

  function several(name, piece, before) {
    const values = piece.values || [];
    if (!values.length) return [make("span", "name", words.none)];
    if (values === HIDDEN) return [labelled(name, HIDDEN, false)];
    const known = before && name === "card" ? [...(before.values || [])] : null;
    return [...values].map((value, k) => {
      const at = known ? known.indexOf(value) : -1;
      if (at >= 0) known.splice(at, 1);
      return labelled(name, value, known ? at < 0 : isNew(piece, before, k));
    });
  }

  function number(piece, before) {
    const [value, least, most] = [valueOf(piece, 0), piece.least || 0, piece.most || 0];
    const made = [labelled("chip", value, isNew(piece, before, 0))];
    if (most - least > 1 && value === String((piece.numbers || [0])[0])) {
      const meter = make("meter");
      [meter.min, meter.max, meter.value] = [least, most, piece.numbers[0]];
      meter.setAttribute("aria-label", piece.name);
      made.push(meter);
    }
    return made;
  }

  // Cells that a game has declared, in rows, of hexes too, or as regions by name
  function board(piece, before) {
    const hexes = piece.hexes || 0;
    const made = make("div", piece.columns ? "board" : "board regions");
    if (piece.columns) made.style.gridTemplateColumns = `repeat(${2 * piece.columns + hexes}, minmax(.9rem, auto))`;
    piece.values.forEach((value, k) => {
      const isEmpty = piece.numbers[k] === (piece.least || 0);
      const cell = labelled("cell", isEmpty && piece.columns ? "\u00b7" : value, isNew(piece, before, k));
      cell.title = named(piece.cells[k], value);
      if (piece.columns) {
        const [row, column] = [Math.floor(k / piece.columns), k % piece.columns];
        cell.style.gridRow = row + 1;
        cell.style.gridColumn = `${2 * column + 1 + (hexes ? row % 2 : 0)} / span 2`;
        if (!isEmpty && value === String(piece.numbers[k])) cell.style.borderColor = hue(piece.numbers[k]);
      } else cell.prepend(make("span", "name", piece.cells[k]));
      made.append(cell);
    });
    return made;
  }

  function grid(piece, before) {
    const made = make("div", "grid");
    made.style.gridTemplateColumns = `repeat(${piece.columns}, minmax(1.3rem, 2.6rem))`;
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", spokenGrid(piece));
    const heads = piece.labels || [];
    heads.forEach((label) => made.append(labelled("head", label.slice(0, 2), false, label)));
    piece.values.forEach((value, k) => {
      const filled = piece.numbers[k];
      const cell = make("span", filled ? "square filled" : "square", value);
      const colour = colourOf(heads[k % piece.columns] || "");
      if (filled && colour) cell.style.boxShadow = `inset 0 0 0 3px ${colour}`;
      if (isNew(piece, before, k) || (before && before.numbers[k] !== filled)) {
        cell.classList.add("changed");
      }
      made.append(cell);
    });
    if (piece.cells) made.append(make("small", "signs", piece.cells.join(" · ")));
    return made;
  }

  // Row by row, for those who hear the page
  function spokenGrid(piece) {
    const lines = [];
    for (let k = 0; k < piece.values.length; k += piece.columns) {
      const row = piece.values.slice(k, k + piece.columns);
      lines.push(row.map((one, n) => (piece.numbers[k + n] ? one : "–")).join(" "));
    }
    return named(piece.name, `${(piece.labels || []).join(", ")} ${lines.join("; ")}`.trim());
  }

  function track(piece, before) {
    const [least, most] = [piece.least || 0, piece.most || 0];
    const labels = piece.labels || [];
    const made = make("div", most - least > LONGEST ? "track narrow" : "track");
    const colour = look.colours[piece.hue];
    const spaces = [];
    for (let at = least; at <= most; at++) {
      const space = make("span", "space");
      if (colour) space.style.borderColor = colour;
      space.append(make("small", "", labels[at - least] ?? String(at)));
      spaces.push(space);
    }
    piece.values.forEach((who, k) => {
      const space = spaces[piece.numbers[k] - least];
      if (!space) return;
      space.classList.add("taken");
      space.append(pawn(who, before && before.numbers[k] !== piece.numbers[k]));
    });
    made.append(...spaces);
    made.setAttribute("role", "img");
    const stands = piece.values.map((who, k) =>
      (who ? told(words.stands, { seat: who, space: piece.numbers[k] }) : String(piece.numbers[k])));
    made.setAttribute("aria-label", named(piece.name, stands.join(", ")));
    return made;
  }

  function map(piece) {
    const drawn = svg("svg", { viewBox: `-20 -15 ${WIDE + 40} ${HIGH + 30}`, role: "img", class: "map",
      "aria-label": named(piece.name, told(words.map, { n: look.places.length })) });
    const at = (place) => [WIDE * look.places[place][1], HIGH * look.places[place][2]];
    look.routes.forEach(([one, other]) => way(drawn, at(one), at(other), { class: "route" }));
    const drawnAt = new Map();
    (piece.lines || []).forEach(([colour, tail, head]) => {
      const key = [tail, head].sort().join("-");
      const n = drawnAt.get(key) || 0; // arrows beside each other
      drawnAt.set(key, n + 1);
      arrow(drawn, at(tail), at(head), look.colours[colour] || "currentColor", n);
    });
    look.places.forEach(([name, , , kind], place) => drawn.append(dot(at(place), kind, name)));
    piece.values.forEach((what, k) => mark(drawn, at(piece.numbers[k]), what, look.places[piece.numbers[k]][0]));
    return drawn;
  }

  // A line; what is wider than half the map leads round the world
  function way(drawn, [x, y], [u, v], marks) {
    if (Math.abs(x - u) <= WIDE / 2) {
      drawn.append(svg("line", { x1: x, y1: y, x2: u, y2: v, ...marks }));
      return;
    }
    const round = x < u ? WIDE : -WIDE;
    drawn.append(svg("line", { x1: x, y1: y, x2: u - round, y2: v, ...marks }),
      svg("line", { x1: x + round, y1: y, x2: u, y2: v, ...marks }));
  }

  function arrow(drawn, from, to, colour, n) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const long = Math.hypot(dx, dy) || 1;
    const [ox, oy] = [(-dy / long) * 5 * n, (dx / long) * 5 * n];
    const shifted = ([x, y]) => [x + ox, y + oy];
    way(drawn, shifted(from), shifted(to), { class: "arrow", stroke: colour });
    if (Math.abs(dx) > WIDE / 2) return;
    const [mx, my] = [from[0] + 0.6 * dx + ox, from[1] + 0.6 * dy + oy];
    const [ux, uy] = [dx / long, dy / long];
    const points = [[mx + 7 * ux, my + 7 * uy], [mx - 4 * ux - 5 * uy, my - 4 * uy + 5 * ux],
      [mx - 4 * ux + 5 * uy, my - 4 * uy - 5 * ux]];
    drawn.append(svg("polygon", { points: points.map((one) => one.join(",")).join(" "), fill: colour }));
  }

  function dot([x, y], kind, name) {
    if (kind === "blue") return svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, class: "place-blue" }, name);
    if (kind === "red") {
      return svg("polygon", { points: `${x},${y - 6} ${x + 6},${y} ${x},${y + 6} ${x - 6},${y}`, class: "place-red" }, name);
    }
    return svg("circle", { cx: x, cy: y, r: kind === "start" ? 7 : 4, class: `place-${kind}` }, name);
  }

  function mark(drawn, [x, y], what, name) {
    const [kind, seat] = what.split(" ");
    const who = told(words.mover, { seat });
    const tip = named(name, told(words[kind === "hand" ? "held" : kind] || what, { who }));
    if (kind === "hand") drawn.append(svg("circle", { cx: x, cy: y, r: 8, class: "held", stroke: hue(Number(seat)) }, tip));
    else if (kind === "token") drawn.append(svg("circle", { cx: x, cy: y, r: 6, fill: hue(Number(seat)) }, tip));
    else if (kind === "goal") drawn.append(svg("circle", { cx: x, cy: y, r: 11, class: "goal" }, tip));
    else drawn.append(svg("circle", { cx: x, cy: y, r: 9, fill: look.colours[kind] || "currentColor", class: "tip" }, tip));
    if (kind !== "hand" && kind !== "token" && kind !== "goal") return;
    const isLate = x > 0.85 * WIDE; // there a name has no room on the right
    const text = svg("text", { x: isLate ? x - 9 : x + 9, y: y - 6, "text-anchor": isLate ? "end" : "start" });
    text.textContent = name;
    if (![...drawn.querySelectorAll("text")].some((one) => one.textContent === name)) drawn.append(text);
  }

  function drawPiece(piece, before) {
    const made = make("div", `piece kind-${piece.kind}`);
    made.append(make("span", "name", piece.name));
    made.append(...(kinds[piece.kind] || kinds.row)(piece, before));
    return made;
  }

  // Of a game that cannot be drawn: its own words for what lies there
  function drawPart(part, before) {
    const made = make("div", "piece");
    const known = new Set((before || []).flatMap((one) => one.split(BETWEEN)));
    part.split(BETWEEN).forEach((item) => made.append(labelled("chip", item, before && !known.has(item))));
    return made;
  }

  function drawSeat(seat, shown, before) {
    const who = seat ? shown.seats[seat - 1]?.name || "" : words.table;
    const made = make("section", seat ? "place" : "place whole-table");
    if (seat && shown.acting === seat) made.classList.add("acts");
    made.setAttribute("aria-label", who);
    const head = make("h3", "", who);
    if (seat && shown.seats[seat - 1]) {
      const swatch = make("span", "swatch");
      swatch.style.background = hue(seat);
      head.prepend(swatch);
      head.append(make("span", "who", shown.seats[seat - 1].who || ""));
      if (shown.standings.length === shown.seats.length) {
        head.append(make("small", "", `${shown.standings[seat - 1]} ${words.points}`));
      }
    }
    made.append(head);
    const own = (one) => (one.seat || 0) === seat;
    const pieces = shown.pieces.filter(own);
    const earlier = before ? before.pieces.filter(own) : [];
    const like = (piece) => earlier.find((one) => one.name === piece.name);
    if (shown.pieces.length) pieces.forEach((one) => made.append(drawPiece(one, like(one))));
    else {
      const name = seat ? `seat ${seat}` : "the table";
      (shown.parts[name] || []).forEach((one) => made.append(drawPart(one, before && before.parts[name])));
    }
    return made;
  }

  // `shown` has pieces or parts, seats, standings, acting, and perhaps whose place comes first
  function draw(root, shown, before) {
    const most = Math.max(shown.seats.length, ...shown.pieces.map((one) => one.seat || 0));
    const seats = Array.from({ length: most }, (_, k) => k + 1);
    seats.sort((one, other) => (other === shown.first) - (one === shown.first) || one - other);
    root.replaceChildren(
      ...[0, ...seats].map((seat) => drawSeat(seat, shown, before))
        .filter((one) => one.childElementCount > 1 || one.querySelector("h3 small")));
  }

  return { draw, make, svg, hue, named };
};
