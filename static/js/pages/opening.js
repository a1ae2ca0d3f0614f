// The small script that a page with its own copy of the game loads first: it loads everything else after the first
// paint, or at the first touch. Earlier taps wait for it; if it cannot run, they are plain forms.
import { lifted } from "../browser/finger.js";
import { loaded, pause } from "../browser/page_events.js";

const PATIENCE = 8000; // ms
const LONGER = 15_000; // for the drawings, which nothing waits for yet: cut off early, they would be loaded twice
const AGAIN = 2000; // ms until a retry
const opening = /** @type {Opening} */ (document.getElementById("opening"));
const { then: script, with: drawings } = opening.dataset;
const line = /** @type {WithData<"lost">} */ (document.getElementById("live"));
/** @type {HeldTap[]} */ const held = [];
let isOpening = false;
let isAway = false; // the server could not be reached

/** @param {Event} event */
function hold(event) {
  const { target, submitter } = /** @type {FormSubmit} */ (event);
  // It would leave the taps before it behind, or lead to the error page of the browser.
  const link = event.type === "click" && (held.length || isAway) && target.closest?.("a[href]");
  if (event.type === "click" && !link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push({ link: link || null, form: target, submitter });
}

// Elements that are redrawn meanwhile keep their names.
/** @template {HTMLElement} E @param {E | null} element */
const asOfNow = (element) =>
  /** @type {E | null} */ (element?.isConnected ? element : document.getElementById(element?.id ?? ""));

/** @param {HeldTap} tap */
function again({ link, form, submitter }) {
  if (link) asOfNow(link)?.click();
  else asOfNow(form)?.requestSubmit(asOfNow(submitter));
}

// Replay all taps, none of which may be lost to the page that follows the last.
/** @param {HeldTap[]} taps */
async function sendPlainly(taps) {
  for (const { link, form, submitter } of taps.slice(0, -1)) {
    if (link) continue;
    const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, submitter)]));
    await fetch(submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body }).catch(() => {});
  }
  taps.slice(-1).forEach(again);
}

function letGo() {
  for (const type of ["submit", "click"]) removeEventListener(type, hold, true);
  return held.splice(0);
}

// The response text; null if the server has none. Rejects after the timeout.
/** @param {string} address */
async function soon(address, patience = PATIENCE) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
  const text = await answer.text();
  return answer.ok ? text : null;
}

// Load it completely first, so that it is cached: a module whose fetch failed is never requested again. False if the
// server has none: then every form is a plain one.
async function bring() {
  try {
    return Boolean(await soon(script));
  } catch {
    isAway = true;
    line.textContent = line.dataset.lost; // the taps wait, and a message says so
    await pause(AGAIN);
    return bring();
  }
}

async function open() {
  if (isOpening) return;
  isOpening = true;
  opening.drawings = soon(drawings, LONGER).catch(() => null); // in parallel; drawings.js takes them from there
  const isThere = await bring();
  await lifted(); // nothing is redrawn below a finger that the script has not seen
  if (isThere && (await import(script).catch(() => null))) letGo().forEach(again);
  else await sendPlainly(letGo());
}

for (const type of ["submit", "click"]) addEventListener(type, hold, true);
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, open, { capture: true, passive: true, once: true });
loaded().then(open);
