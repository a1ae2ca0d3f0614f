// The referee's page: each tap is judged here, with or without a network, and changes nothing but the address.
import "./escape.js";
import { canSend, send } from "../browser/send_result.js";
import { makeDrawer } from "../drawing/draw.js";
import { mend } from "../drawing/morph.js";
import { markKeptPage } from "../offline/without_network.js";
import { readAsked, tapped } from "../views/referee/asked.js";
import { queryOf, refereeView } from "../views/referee/view.js";

const desk = JSON.parse(document.getElementById("desk-data")?.textContent ?? "");
const drawer = makeDrawer(document);
let asked = readAsked(paramsIn(new URLSearchParams(location.search)), desk);
let waiting = 0;

// Parameters as arrays of values by name.
/** @param {URLSearchParams} params */
function paramsIn(params) {
  return Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
}

/** @param {Asking} next */
function show(next) {
  asked = next;
  history.replaceState(history.state, "", `${location.pathname}?${queryOf(asked)}`);
  draw();
}

function draw() {
  for (const part of /** @type {HTMLElement[]} */ (drawer.said("case", refereeView(asked, desk))))
    if (part.id) mend(/** @type {HTMLElement} */ (document.getElementById(part.id)), part);
}

// A whole hand takes a moment to judge: only the last of several quick taps waits for that.
/** @param {Asking} next */
function showSoon(next) {
  clearTimeout(waiting);
  if (next.ask !== "go_down") return show(next);
  asked = next;
  waiting = setTimeout(show, 0, next);
  return undefined;
}

/** @param {Event} event @param {string} selector */
const closest = (event, selector) => /** @type {Element | null} */ (event.target)?.closest(selector);

document.addEventListener("submit", (event) => {
  if (!closest(event, "#desk")) return;
  event.preventDefault();
  const { value = "" } = /** @type {Partial<HTMLButtonElement>} */ (event.submitter ?? {});
  showSoon(tapped(asked, value, desk));
});

document.addEventListener("change", (event) => {
  if (!closest(event, "#desk select")) return;
  const form = new FormData(/** @type {HTMLFormElement} */ (document.getElementById("desk")));
  show(readAsked(paramsIn(new URLSearchParams(/** @type {[string, string][]} */ ([...form]))), desk));
});

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null | undefined} */ (closest(event, "#share"));
  if (!link || !canSend) return;
  event.preventDefault();
  if (!(await send({ title: document.title, text: link.href, picture: "" }))) location.assign(link.href);
});

if (location.search) draw(); // a page from the cache has no case of its own
markKeptPage();
