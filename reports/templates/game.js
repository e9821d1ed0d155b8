// Steps through a game that is handed over whole; returns what a page around it needs.
const FILM = (film) => {
  const last = film.stills.length - 1;
  const at = (id) => document.getElementById(id);
  const { draw, make, svg, hue, named } = TABLE(film);
  const words = { start: "Before the first move", which: "{at} of {last}", mover: "seat {seat}",
    standings: "Standings after every move", points: "points", ...film.words };
  const mover = (still) => words.mover.replace("{seat}", still.seat);
  let now = 0;

  const piecesOf = (still) => still.pieces.map((number) => film.pieces[number]);
  const shown = (still) => ({ ...still, pieces: piecesOf(still), seats: film.who, acting: still.seat });

  function showTable(still, before) {
    draw(at("table"), shown(still), before && shown(before));
  }

  function showCurve() {
    const box = at("curve");
    if (film.sides.length < 2 && last < 1) return;
    const all = film.stills.flatMap((one) => one.standings);
    const low = Math.min(...all), high = Math.max(...all, low + 1);
    const drawn = svg("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img",
      "aria-label": words.standings });
    film.sides.forEach((_, side) => {
      const points = film.stills.map((one, k) =>
        `${(1000 * k) / Math.max(1, last)},${96 - (92 * (one.standings[side] - low)) / (high - low)}`);
      drawn.append(svg("polyline", { points: points.join(" "), fill: "none", stroke: hue(side + 1),
        "stroke-width": 2, "vector-effect": "non-scaling-stroke",
        "stroke-dasharray": ["", "6 3", "2 2", "9 3 2 3"][side % 4] }));
    });
    drawn.append(svg("line", { id: "cursor", y1: 0, y2: 100, stroke: "currentColor",
      "vector-effect": "non-scaling-stroke" }));
    const legend = make("div", "legend");
    film.sides.forEach((who, side) => {
      const one = make("span");
      const swatch = make("span", "swatch");
      swatch.style.background = hue(side + 1);
      one.append(swatch, who, " ", make("b", "points"));
      legend.append(one);
    });
    const plot = make("div", "plot");
    plot.append(drawn, make("small", "high", `${high} ${words.points}`), make("small", "low", low));
    box.append(plot, legend);
  }

  function showLog() {
    const log = at("log");
    let heading = "";
    film.stills.slice(1).forEach((still, k) => {
      if (still.heading !== heading) log.append(make("li", "heading", (heading = still.heading)));
      const item = make("li");
      item.value = k + 1;
      item.dataset.at = k + 1;
      const button = make("button", "", `${mover(still)} ${still.move}`);
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
    at("which").textContent = words.which.replace("{at}", now).replace("{last}", last);
    at("told").textContent = now ? named(still.heading, `${mover(still)} ${still.move}`) : words.start;
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
    if (event.target.closest && event.target.closest("input, select, textarea")) return;
    if (event.key in ways) {
      event.preventDefault();
      ways[event.key]();
    }
  });
  showCurve();
  showLog();
  go(0);
  return { go, now: () => now };
};
