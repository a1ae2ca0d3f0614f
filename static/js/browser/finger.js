// Pointers on the page. Nothing below one is redrawn: if a button is removed before its click, the tap is lost
// silently.
import { pause } from "./page_events.js";

const ITS_CLICK = 80; // milliseconds from pointerup to click; later there will be none
// Some pointers never report their end: a native list or another window took over.
const LONGEST = 1000;
const LOOK_AGAIN = 20;

// A tap within this many milliseconds of a change was meant for the previous state.
export const DEAF = 400;

/** @type {Map<number, number>} */ const fingers = new Map(); // the cleanup of each pointer id

/** @param {number} milliseconds @param {number} finger */
function liftedIn(milliseconds, finger) {
  clearTimeout(fingers.get(finger));
  const timer = setTimeout(() => fingers.delete(finger), milliseconds);
  fingers.set(finger, timer);
}

const EVENTS = { pointerdown: LONGEST, pointerup: ITS_CLICK, pointercancel: ITS_CLICK, click: 0 };
for (const [type, milliseconds] of Object.entries(EVENTS))
  addEventListener(type, (event) => liftedIn(milliseconds, /** @type {PointerEvent} */ (event).pointerId), true);

// Resolves once no finger is on the page.
export async function lifted() {
  while (fingers.size) await pause(LOOK_AGAIN);
}
