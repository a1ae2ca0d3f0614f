// What stands on the screen: the same place drawn anew, where nothing moves that stayed the same, or another place.
import { DEAF } from "../browser/finger.js";
import { fill } from "./islands.js";
import { mend } from "./morph.js";

let deafUntil = 0; // a tap on what others changed a moment ago was meant for what stood there before
let deaf = ""; // what is deaf until then
let besides = null; // the sheet on a wide screen, once it was there

const TWICE = 250; // ms in which a nervous thumb taps again
const ELSEWHERE = ["beside", "live"]; // what others fill

// The same place; `own` says that this phone did something, and then what was said of the step before goes.
export function mendScreen(parts, own) {
  for (const part of parts.filter(({ id }) => id && !ELSEWHERE.includes(id))) {
    const now = document.getElementById(part.id);
    for (const said of own ? [] : now.querySelectorAll("#said, #trouble")) keep(said, part);
    mendRegion(now, part, own);
  }
}

export function mendRegion(now, part, own) {
  // That is of this phone's taps.
  if (!own && part.id === "dock" && leadsElsewhere(now, part)) makeDeaf("#dock .btn:not(#undo-count)");
  mend(now, part);
}

// The hand beside this one: the keys stay where they are, and so does whatever is the same. Its head comes in from the
// side.
export function walkScreen(parts, body, own, opened) {
  hears(own);
  for (const one of document.querySelectorAll("#mode, .facts")) one.remove();
  const cameAgain = document.querySelector("#sum.again");
  for (const part of parts.filter(({ id }) => id && !ELSEWHERE.includes(id)))
    mend(document.getElementById(part.id), part);
  document.getElementById("sum").classList.toggle("again", !cameAgain);
  // It was tapped where it stood before.
  for (const button of document.querySelectorAll("[aria-disabled]")) button.ariaDisabled = null;
  arrive(body, own, opened);
}

// What was said to this phone stays until its own next step.
function keep(said, part) {
  part.querySelector(`#${said.id}`)?.replaceChildren(...[...said.childNodes].map((node) => node.cloneNode(true)));
}

const waysOn = (dock) => [...dock.querySelectorAll(".btn, button")];

// Where none stood, as in a page that was kept, nobody meant to tap any.
const leadsElsewhere = (now, next) => waysOn(now).length > 0 && leadsTo(now) !== leadsTo(next);

// What its buttons say and do; a button that is deaf for a moment is the same one.
const leadsTo = (dock) =>
  JSON.stringify(
    waysOn(dock).map((one) => [one.textContent.trim(), one.getAttribute("href"), one.name, one.value, one.dataset.of]),
  );

// Another place: who tapped to get there means what stands there, whatever others changed where they came from.
function hears(own) {
  if (own) deafUntil = 0;
  else makeDeaf("body");
}

function makeDeaf(selector) {
  deafUntil = performance.now() + DEAF;
  deaf = selector;
}

addEventListener(
  "click",
  (event) => {
    if (performance.now() > deafUntil || !event.target.closest?.(deaf)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// What leads on from here, and stands below the thumb that has just led here or taken something back: a second tap is
// not meant for it.
export function holdWaysOn() {
  for (const way of document.querySelectorAll("#dock, .rest")) {
    way.inert = true;
    setTimeout(() => (way.inert = false), TWICE);
  }
}

// Another place, as if it had come from the server: from its top, and read out from its heading, or from who won.
// `opened` does what is still to be done to it: it is laid out once it is whole, and not before.
export function turnScreen(parts, body, own, opened, wear) {
  hears(own);
  const line = document.getElementById("live");
  besides ??= document.getElementById("beside");
  document.body.replaceChildren(...parts.map(fill), ...document.body.querySelectorAll(":scope > script"));
  document.getElementById("live")?.replaceWith(line);
  if (besides) document.getElementById("beside")?.replaceWith(besides);
  wear();
  arrive(body, own, opened);
}

function arrive(body, own, opened) {
  document.body.className = body;
  opened();
  if (own) holdWaysOn();
  scrollTo(0, 0);
  const heading = document.querySelector(".crown h2") ?? document.querySelector("h1");
  heading.blur(); // where it has the focus already, it is another by now
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
