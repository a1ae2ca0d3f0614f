// Marks links and forms that need the server, as service_worker.js reports them: they are disabled visually and for
// screen readers, and a tap shows the reason.
import { isKeptPage } from "../sync/offline_copy.js";
import { isReached } from "../sync/requests.js";

const PATIENCE = 2000; // ms; the timeout of the worker
const REASON = "waits-for-network";
const root = document.documentElement;
/** @type {Map<string, boolean>} */ const known = new Map(); // whether each path, with its query, opens offline

/** @param {string[]} paths @returns {Promise<boolean[]>} */
async function ask(paths) {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return paths.map(() => false);
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    setTimeout(done, PATIENCE, []); // then nothing is marked
    worker.postMessage({ opens: paths }, [port2]);
  });
}

/** @param {HTMLAnchorElement} link */
const isOurs = ({ origin, hash, href }) =>
  origin === location.origin && !(hash && href.split("#")[0] === location.href.split("#")[0]);
function links() {
  /** @type {NodeListOf<HTMLAnchorElement>} */ const all = document.querySelectorAll("a[href]");
  return [...all].filter(isOurs);
}
/** @param {HTMLAnchorElement} link */
const pathOf = ({ pathname, search }) => pathname + search;

// Whether a link opens offline, if known.
/** @param {HTMLAnchorElement} link */
export const opensAlone = (link) => known.get(pathOf(link));

// The same, asking the worker if it is unknown; false if that does not answer.
/** @param {HTMLAnchorElement} link */
export async function opensOffline(link) {
  const path = pathOf(link);
  const [opens = false] = known.has(path) ? [known.get(path)] : await ask([path]);
  return opens;
}

// Marks everything that needs the server; `isHere` says which links this page handles itself. Known addresses are
// marked at once.
/** @param {(link: HTMLAnchorElement) => boolean} isHere */
export async function markWaiting(isHere = () => false) {
  root.dataset.alone = "";
  const mark = () => {
    if (!("alone" in root.dataset)) return; // online again
    for (const link of links()) put(link, !isHere(link) && known.get(pathOf(link)) === false);
  };
  mark();
  const elsewhere = links().filter((link) => !isHere(link));
  const unknown = [...new Set(elsewhere.map(pathOf))].filter((path) => !known.has(path));
  const answers = unknown.length ? await ask(unknown) : [];
  for (const [n, opens] of answers.entries()) known.set(unknown[n], opens);
  mark();
}

export function unmark() {
  delete root.dataset.alone;
  known.clear();
  for (const element of document.querySelectorAll("[data-waits]")) put(element, false);
}

/** @param {HTMLElement} element @param {boolean} waits */
function put(element, waits) {
  if (waits === "waits" in element.dataset) return;
  element.toggleAttribute("data-waits", waits);
  for (const [name, value] of [
    ["aria-disabled", "true"],
    ["aria-describedby", REASON],
  ]) {
    if (waits) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  if (waits) document.getElementById(REASON) ?? document.body.append(reason());
}

const line = () => /** @type {WithData<"away">} */ (document.getElementById("live"));
const reason = () =>
  Object.assign(document.createElement("p"), { id: REASON, hidden: true, textContent: line().dataset.away });

// A cached page other than of a game: its forms need the server too. A tap first checks whether the server is back.
export function markKeptPage() {
  if (!isKeptPage()) return;
  const buttons = () => [...document.querySelectorAll("button")].filter(({ form }) => form?.method === "post");
  markWaiting();
  for (const button of buttons()) put(button, true);
  addEventListener("online", unmark);
  addEventListener("click", async (event) => {
    const waiting = /** @type {Element} */ (event.target).closest("[data-waits]");
    if (!waiting) return;
    event.preventDefault();
    if (!(await isReached())) return (line().textContent = line().dataset.away);
    unmark();
    return waiting.click();
  });
}
