// What all pages share. One stream a page; whatever it brings is a part of the page, made and
// escaped by the server.

"use strict";

// Opens a stream; `parts` says by the name of an event what to do with its text. Closes by itself.
export function stream(address, parts, ended = () => {}) {
  const source = new EventSource(address);
  const over = () => { source.close(); ended(); };
  const gone = () => { over(); tellGone(); };
  for (const [name, take] of Object.entries(parts)) {
    source.addEventListener(name, (event) => take(event.data));
  }
  source.addEventListener("end", over);
  source.addEventListener("gone", gone);
  source.addEventListener("error", async () => {  // no second try, which would play anew
    over();
    tell(await isThere() ? "broken" : "gone");
  });
  return over;
}

async function isThere() {
  try {
    return (await fetch("/static/icon.svg", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

export const tellGone = () => tell("gone");

// One line at the top of the page, once.
function tell(what) {
  if (document.getElementById(what)) return;
  const told = document.createElement("p");
  Object.assign(told, { id: what, className: "refused", textContent: document.body.dataset[what] });
  told.setAttribute("role", "alert");
  document.getElementById("main").prepend(told);
  told.scrollIntoView({ block: "nearest" });
}

// An answer; none when the studio has ended, which is told.
export async function got(address) {
  try {
    return await fetch(address);
  } catch {
    tellGone();
    return null;
  }
}

// Puts a part of a page in its place.
export function put(element, text) {
  element.innerHTML = text;
  tellWhole(element);
}

// A list shows one line: where that cuts what is chosen, all of it stands below.
function tellWhole(part = document) {
  for (const list of part.querySelectorAll("select:not([data-goto])")) {
    const text = list.selectedOptions[0]?.text ?? "";
    let told = list.parentElement.querySelector(".whole");
    if (!isCut(list, text)) told?.remove();
    else {
      if (!told) list.after((told = Object.assign(document.createElement("span"), { className: "hint whole" })));
      told.setAttribute("aria-hidden", "true");  // the list itself is read out whole
      told.textContent = text;
    }
  }
}

function isCut(list, text) {
  if (!list.offsetWidth) return false;  // folded away
  const alone = document.createElement("select");
  alone.className = "alone";
  alone.add(new Option(text));
  list.after(alone);
  const isWider = alone.offsetWidth > list.offsetWidth;
  alone.remove();
  return isWider;
}

document.addEventListener("change", (event) => event.target.matches("select") && tellWhole());
document.addEventListener("toggle", () => tellWhole(), true);
addEventListener("resize", () => tellWhole());
tellWhole();

// Sends fields as a form does; the answer's text, or that of the refusal.
export async function send(address, fields) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  return { ok: answer.ok, address: answer.url, text: await answer.text() };
}

// In the other language one is where one was, as the address says it now.
document.querySelector("form.language")?.addEventListener("submit", (event) => {
  event.target.elements.back.value = location.pathname + location.search;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.copied;
});
