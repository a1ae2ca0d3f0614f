// A finger on the page. Nothing is drawn anew below it: a tap whose button went away before its click is lost, and
// nobody is told.
const ITS_CLICK = 80; // milliseconds from the lifted finger; where none comes it was no tap
const LOOK_AGAIN = 20;

let isDown = false;
let waiting = 0;

function liftedIn(milliseconds) {
  clearTimeout(waiting);
  waiting = setTimeout(() => (isDown = false), milliseconds);
}

addEventListener("pointerdown", () => {
  clearTimeout(waiting);
  isDown = true;
}, true);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => liftedIn(ITS_CLICK), true);
addEventListener("click", () => liftedIn(0), true);

// Once no finger is on the page.
export async function lifted() {
  while (isDown) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
}
