// Displays drawings: patches the same place, or replaces it by another one.
import { DEAF } from "../browser/finger.js";
import { fill } from "./islands.js";
import { mend } from "./morph.js";

let deafUntil = 0; // until then a tap was meant for the state before a change by others
let deaf = ""; // the selector of the elements that ignore taps until then
/** @type {HTMLElement | null} */ let besides = null; // the sheet beside the table on a wide screen, once loaded

const TWICE = 250; // ms of a double tap
const ELSEWHERE = ["beside", "live"]; // regions filled by other scripts

// Patch the same place; `own` says that this phone caused the change, which removes the message about the previous
// step.
/** @param {Element[]} parts @param {boolean} own */
export function mendScreen(parts, own) {
  const focused = document.activeElement;
  for (const part of parts.filter(({ id }) => id && !ELSEWHERE.includes(id))) {
    const now = /** @type {HTMLElement} */ (document.getElementById(part.id));
    for (const said of own ? [] : now.querySelectorAll("#said, #trouble")) keep(said, part);
    mendRegion(now, part, own);
  }
  if (focused !== document.activeElement) focusHeading(); // its button is gone
}

/** @param {HTMLElement} now @param {Element} part @param {boolean} own */
export function mendRegion(now, part, own) {
  // Only about taps of this phone.
  if (!own && part.id === "dock" && leadsElsewhere(now, part)) makeDeaf("#dock .btn:not(#undo-count)");
  mend(now, part);
}

// The next hand: the keys and everything unchanged stay. Its heading slides in from the side.
/** @param {Element[]} parts @param {string} body @param {boolean} own @param {() => void} opened */
export function walkScreen(parts, body, own, opened) {
  hears(own);
  for (const fact of document.querySelectorAll("#mode, .facts")) fact.remove();
  const cameAgain = document.querySelector("#sum.again");
  for (const part of parts.filter(({ id }) => id && !ELSEWHERE.includes(id)))
    mend(/** @type {HTMLElement} */ (document.getElementById(part.id)), part);
  /** @type {HTMLElement} */ (document.getElementById("sum")).classList.toggle("again", !cameAgain);
  // The tap referred to its former position.
  for (const button of document.querySelectorAll("[aria-disabled]")) button.ariaDisabled = null;
  arrive(body, own, opened);
}

// A message to this phone stays until its next own step.
/** @param {Element} said @param {Element} part */
function keep(said, part) {
  part.querySelector(`#${said.id}`)?.replaceChildren(...[...said.childNodes].map((node) => node.cloneNode(true)));
}

/** @param {Element} dock @returns {HTMLButtonElement[]} */
const buttonsOf = (dock) => [.../** @type {NodeListOf<HTMLButtonElement>} */ (dock.querySelectorAll(".btn, button"))];

// A page from the cache had no buttons that could be mistapped.
/** @param {Element} now @param {Element} next */
const leadsElsewhere = (now, next) => buttonsOf(now).length > 0 && leadsTo(now) !== leadsTo(next);

// The labels and actions of its buttons; a button that ignores taps for a moment counts as the same.
/** @param {Element} dock */
const leadsTo = (dock) =>
  JSON.stringify(
    buttonsOf(dock).map((button) => [
      button.textContent.trim(),
      button.getAttribute("href"),
      button.name,
      button.value,
      button.dataset.of,
    ]),
  );

// Another place: a tap that led there refers to it, whatever others changed in the previous one.
/** @param {boolean} own */
function hears(own) {
  if (own) deafUntil = 0;
  else makeDeaf("body");
}

/** @param {string} selector */
function makeDeaf(selector) {
  deafUntil = performance.now() + DEAF;
  deaf = selector;
}

addEventListener(
  "click",
  (event) => {
    if (performance.now() > deafUntil || !(/** @type {Element} */ (event.target).closest?.(deaf))) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// What lies below the thumb after a navigation or an undo ignores the second half of a double tap.
export function holdWaysOn() {
  for (const region of document.querySelectorAll("#dock, .rest, .facts, #table")) {
    region.inert = true;
    setTimeout(() => (region.inert = false), TWICE);
  }
}

// Put a message here, if it is visible, and have screen readers announce it: from a region that stays while places
// change, because text that comes together with its region is not announced.
/** @param {Element | null} here @param {Node[]} words */
export function announce(here, words) {
  const voice = /** @type {HTMLElement} */ (document.getElementById("voice"));
  voice.textContent = words.map(({ textContent }) => textContent).join(" ");
  here?.replaceChildren(...words);
}

// Another place, as if loaded from the server: scrolled to its top, and announced from its heading or the winner.
// `opened` completes it, so that it is laid out only once.
/**
 * @param {Element[]} parts @param {string} body @param {boolean} own
 * @param {() => void} opened @param {() => void} wear
 */
export function turnScreen(parts, body, own, opened, wear) {
  hears(own);
  const line = /** @type {HTMLElement} */ (document.getElementById("live"));
  besides ??= document.getElementById("beside");
  for (const old of document.querySelectorAll("body > :not(script, #voice)")) old.remove();
  document.body.prepend(...parts.map(fill));
  document.getElementById("live")?.replaceWith(line);
  if (besides) document.getElementById("beside")?.replaceWith(besides);
  wear();
  arrive(body, own, opened);
}

/** @param {string} body @param {boolean} own @param {() => void} opened */
function arrive(body, own, opened) {
  document.body.className = body;
  opened();
  focusHeading();
  if (own) holdWaysOn();
  scrollTo(0, 0);
}

// Where a screen reader and the keyboard go on: at the winner, or at the heading of the page.
export function focusHeading() {
  const heading = /** @type {HTMLElement} */ (document.querySelector(".crown h2") ?? document.querySelector("h1"));
  heading.blur(); // it may have the focus already, with another text
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
