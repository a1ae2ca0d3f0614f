// What a page with its own copy of the game needs at once, and that is little: all that decides a tap comes after what
// is shown, or at the first touch. A tap before it is there waits for it; where the browser cannot run it, the tap is
// the plain form that it always was.
import { lifted } from "../browser/finger.js";
import { loaded } from "../browser/loaded.js";

const PATIENCE = 8000; // ms
const AGAIN = 2000; // until it is asked for once more
const opening = document.getElementById("opening");
const { then: script, with: drawings } = opening.dataset;
const line = document.getElementById("live");
const held = [];
let isOpening = false;

function hold(event) {
  const { target, submitter } = event;
  // It would leave what was tapped before it.
  const link = event.type === "click" && held.length && target.closest?.("a[href]");
  if (event.type === "click" && !link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push({ link, form: target, submitter });
}

// What is drawn anew meanwhile keeps its name.
const asOfNow = (one) => (one?.isConnected ? one : document.getElementById(one?.id));

function again({ link, form, submitter }) {
  if (link) asOfNow(link)?.click();
  else asOfNow(form)?.requestSubmit(asOfNow(submitter));
}

// None of them is lost to the page that follows the last.
async function sendPlainly(taps) {
  for (const { link, form, submitter } of taps.slice(0, -1)) {
    const body = new URLSearchParams(new FormData(form, submitter));
    if (!link)
      await fetch(submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body }).catch(() => {});
  }
  taps.slice(-1).forEach(again);
}

function letGo() {
  for (const type of ["submit", "click"]) removeEventListener(type, hold, true);
  return held.splice(0);
}

// What stands there; null where the server has none. In vain where it does not come in time.
async function soon(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  const text = await answer.text();
  return answer.ok ? text : null;
}

// Brought to its last byte, then the browser has it; a module that could not be fetched it would never ask for again.
// False where the server has none: then every form is a plain one.
async function bring() {
  try {
    return Boolean(await soon(script));
  } catch {
    line.textContent = line.dataset.lost; // the taps wait, and are told so
    await new Promise((done) => setTimeout(done, AGAIN));
    return bring();
  }
}

async function open() {
  if (isOpening) return;
  isOpening = true;
  opening.drawings = soon(drawings).catch(() => null); // meanwhile; drawings.js takes them from there
  const isThere = await bring();
  await lifted(); // nothing is drawn below a finger that it does not know of
  if (isThere && (await import(script).catch(() => null))) letGo().forEach(again);
  else await sendPlainly(letGo());
}

for (const type of ["submit", "click"]) addEventListener(type, hold, true);
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, open, { capture: true, passive: true, once: true });
loaded().then(open);
