// The script that answers without a network (service_worker.js): a page that names it asks for it once all that it
// shows is there. The browser may refuse, and plain http has none.
import { loaded } from "../browser/loaded.js";

const IDLE_IN = 5000; // ms at most

export function install() {
  // A hand that was opened by its address goes without.
  const { worker } = document.querySelector("script[data-worker]")?.dataset ?? {};
  if (worker && navigator.serviceWorker)
    loaded()
      .then(() => navigator.serviceWorker.register(worker))
      .then(beClaimed)
      .catch(() => {});
}

// A worker that became active while this page was on its way does not control it.
async function beClaimed() {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state === "activating")
    await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  if (!navigator.serviceWorker.controller) active.postMessage("claim");
}

// The rules cards and tables of all games come once the phone has nothing else to do, and not where its owner saves
// data.
export async function keepCatalogue() {
  await loaded();
  if (!navigator.serviceWorker || navigator.connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  await new Promise((done) =>
    (globalThis.requestIdleCallback ?? setTimeout)(done, globalThis.requestIdleCallback ? { timeout: IDLE_IN } : 0),
  );
  active.postMessage("keep");
}
