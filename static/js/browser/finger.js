// The fingers on the page. Nothing is drawn anew below one: a tap whose button went away before its click is lost, and
// nobody is told.
const ITS_CLICK = 80; // milliseconds from the lifted finger; where none comes it was no tap
// Of some fingers nobody is told that they were lifted: a list of the browser's own, another window.
const LONGEST = 1000;
const LOOK_AGAIN = 20;

// A tap on what changed so many milliseconds ago was meant for what stood there before.
export const DEAF = 400;

const fingers = new Map(); // by the id of its pointer, what will take it away

function liftedIn(milliseconds, finger) {
  clearTimeout(fingers.get(finger));
  fingers.set(
    finger,
    setTimeout(() => fingers.delete(finger), milliseconds),
  );
}

for (const [type, milliseconds] of [
  ["pointerdown", LONGEST],
  ["pointerup", ITS_CLICK],
  ["pointercancel", ITS_CLICK],
  ["click", 0],
]) {
  addEventListener(type, ({ pointerId }) => liftedIn(milliseconds, pointerId), true);
}

// Once no finger is on the page.
export async function lifted() {
  while (fingers.size) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
}
