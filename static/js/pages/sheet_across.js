// Rotates the view for the far side on a tap, keeps the screen awake during the game, and on a screen in the room goes
// on to the next game of the same people.
const awake = /** @type {HTMLElement} */ (document.getElementById("awake"));
const LOOK_AGAIN = 15_000; // milliseconds
/** @type {WakeLockSentinel | undefined} */ let lock;
/** @type {boolean | undefined} */ let over; // whether the game is

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  /** @type {HTMLAnchorElement | null} */ const turn = target.closest("#turn");
  if (!turn) return;
  event.preventDefault();
  const turned = document.body.classList.toggle("turned");
  history.replaceState(null, "", turn.href);
  turn.href = turned ? location.pathname : "?turned=1";
});

// The browser releases the lock when the page is hidden.
async function stayAwake() {
  if (document.hidden || over) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    awake.hidden = true;
    if (over) lock.release(); // the game has ended meanwhile
  } catch {
    awake.hidden = false; // not without https, in an old browser, or with a low battery
  }
}

// Until the game is over; an undone end takes the lock again.
function followGame() {
  const isOver = Boolean(document.querySelector("[data-over]"));
  if (isOver === over) return;
  over = isOver;
  if (over) lock?.release();
  if (over) awake.hidden = true;
  else stayAwake();
}

// The server redirects once there is a next game, but never in the middle of one.
async function goOn() {
  if (!document.querySelector("[data-may-go-on]")) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok && answer.redirected) location.replace(answer.url);
}

document.addEventListener("visibilitychange", stayAwake);
new MutationObserver(followGame).observe(document.body, { childList: true, subtree: true }); // drawn anew after a tap
followGame();
setInterval(goOn, LOOK_AGAIN);
