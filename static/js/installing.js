// The script that answers without a network (service_worker.js): a page that names it asks for it once all that it shows is there. The
// browser may refuse, and plain http has none.
import { loaded } from "./loaded.js";

export function install() {
  const { worker } = document.querySelector("script[data-worker]")?.dataset ?? {}; // a hand that was opened by its address goes without
  if (worker) loaded().then(() => navigator.serviceWorker?.register(worker)).catch(() => {});
}
