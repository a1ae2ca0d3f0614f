// Rotates the view for the far side on a tap, and keeps the screen awake.
const awake = /** @type {HTMLElement} */ (document.getElementById("awake"));

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  /** @type {HTMLAnchorElement | null} */ const turn = target.closest("#turn");
  if (!turn) return;
  event.preventDefault();
  const turned = document.body.classList.toggle("turned");
  history.replaceState(null, "", turn.href);
  turn.href = turned ? location.pathname : "?turned=1";
});

async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
    awake.hidden = true;
  } catch {
    awake.hidden = false; // not without https, in an old browser, or with a low battery
  }
}

document.addEventListener("visibilitychange", stayAwake); // the browser releases the lock when the page is hidden
stayAwake();
