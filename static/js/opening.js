// What a page with its own copy of the game needs at once, and that is little: all that decides a tap comes after what is shown, or at
// the first touch. A tap before it is there waits for it; where the browser cannot run it, the tap is the plain form that it always was.
import { lifted } from "./finger.js";

const AGAIN = 2000; // ms until it is asked for once more
const { then: script, with: besides } = document.getElementById("opening").dataset;
const line = document.getElementById("live");
const held = [];
let isOpening = false;

function hold(event) {
  const { target, submitter } = event;
  const link = event.type === "click" && held.length && target.closest?.("a[href]"); // it would leave what was tapped before it
  if (event.type === "click" && !link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(() => (link ? link.click() : target.requestSubmit(submitter)));
}

function letGo() {
  for (const type of ["submit", "click"]) removeEventListener(type, hold, true);
  return held.splice(0);
}

// Brought to its last byte, then the browser has it; a module that could not be fetched it would never ask for again.
async function bring() {
  const answer = await fetch(script).catch(() => null);
  if (answer?.ok && (await answer.text().catch(() => null))) return;
  line.textContent = line.dataset.lost;
  await new Promise((done) => setTimeout(done, AGAIN));
  await bring();
}

async function open() {
  if (isOpening) return;
  isOpening = true;
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "", href: besides }));
  await bring();
  await lifted(); // nothing is drawn below a finger that it does not know of
  try {
    await import(script);
    for (const tap of letGo()) tap();
  } catch {
    letGo()[0]?.();
  }
}

for (const type of ["submit", "click"]) addEventListener(type, hold, true);
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, open, { capture: true, passive: true, once: true });
if (document.readyState === "complete") open();
else addEventListener("load", open);
