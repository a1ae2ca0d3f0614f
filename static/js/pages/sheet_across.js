// Facing the far side at a tap, and a screen that stays awake while it stands on the table.
const awake = document.getElementById("awake");

document.addEventListener("click", (event) => {
  const turn = event.target.closest("#turn");
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
    awake.hidden = false; // no such thing without https, in an old browser, or with an empty battery
  }
}

document.addEventListener("visibilitychange", stayAwake); // the browser lets go of it when the page is hidden
stayAwake();
