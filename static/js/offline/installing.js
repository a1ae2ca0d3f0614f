// Registers the service worker once the page has loaded. The browser may refuse, and over plain http there is none.
import { loaded } from "../browser/page_events.js";

const IDLE_IN = 5000; // ms at most

const activeWorker = async () => /** @type {ServiceWorker} */ ((await navigator.serviceWorker.ready).active);

export function install() {
  // A page without the worker's address, such as a hand opened by its address, does not register it.
  const { worker } = document.querySelector("script[data-worker]")?.dataset ?? {};
  if (worker && navigator.serviceWorker)
    loaded()
      .then(() => navigator.serviceWorker.register(worker))
      .then(beClaimed)
      .catch(() => {});
}

// A worker that was activated while this page was loading does not control it.
async function beClaimed() {
  const active = await activeWorker();
  if (active.state === "activating")
    await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  if (!navigator.serviceWorker.controller) active.postMessage("claim");
}

// The rules cards and tables of all games are loaded when the phone is idle, unless it saves data.
export async function keepCatalogue() {
  await loaded();
  if (!navigator.serviceWorker || navigator.connection?.saveData) return;
  await new Promise((done) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: IDLE_IN }) : setTimeout(done),
  );
  (await activeWorker()).postMessage("keep");
}
