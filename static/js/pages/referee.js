// The referee's page: each tap is judged here, with or without a network, and changes nothing but the address.
import "./escape.js";
import { canSend, send } from "../browser/send_result.js";
import { makeDrawer } from "../drawing/draw.js";
import { mend } from "../drawing/morph.js";
import { markKeptPage } from "../offline/without_network.js";
import { readAsked, tapped } from "../views/referee/asked.js";
import { queryOf, refereeView } from "../views/referee/view.js";

const desk = JSON.parse(document.getElementById("desk-data").textContent);
const drawer = makeDrawer(document);
const form = () => /** @type {HTMLFormElement} */ (document.getElementById("desk"));
let asked = readAsked(paramsIn(new URLSearchParams(location.search)), desk);

// Parameters as arrays of values by name.
function paramsIn(params) {
  return Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
}

function show(next) {
  asked = next;
  history.replaceState(history.state, "", `${location.pathname}?${queryOf(asked)}`);
  draw();
}

function draw() {
  const parts = drawer.said("case", refereeView(asked, desk));
  for (const part of parts.filter(({ id }) => id)) mend(document.getElementById(part.id), part);
}

// A large hand takes a moment to judge: the tap is seen first.
let waiting = 0;
function showSoon(next) {
  clearTimeout(waiting);
  if (next.ask !== "go_down") return show(next);
  asked = next;
  waiting = setTimeout(show, 0, next);
}

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  showSoon(tapped(asked, event.submitter?.value ?? "", desk));
});

document.addEventListener("change", ({ target }) => {
  if (!target.closest("#desk select")) return;
  const chosen = paramsIn(new URLSearchParams(/** @type {any} */ (new FormData(form()))));
  show(readAsked(chosen, desk));
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#share");
  if (!link || !canSend) return;
  event.preventDefault();
  if (!(await send({ title: document.title, text: link.href }))) location.assign(link.href);
});

if (location.search) draw(); // a page from the cache has no case of its own
markKeptPage();
