// Before navigating away, waiting commands are sent, because the next page must show them. If the server cannot be
// reached, the page stays, because it works offline.
import { isReached } from "../sync/requests.js";
import { opensAlone, opensOffline } from "./without_network.js";

const PATIENCE = 4000; // ms
const SOON = 300; // ms until a message says that the server is awaited

/** @param {OpenGamePage} game @param {StatusLine} line */
export function makeWayOut(game, line) {
  let sure = false; // navigation is in progress
  let ways = 0; // the last tap wins

  const isSent = async () => !game.toSend || (await game.sent(PATIENCE));

  // With a service worker, an unavailable page leads back here; otherwise the page would be lost, so the server is
  // requested first.
  const comesBack = () => Boolean(navigator.serviceWorker?.controller);

  // Whether it navigates.
  /** @param {() => void} way */
  async function go(way, otherwise = "away", isSafe = comesBack()) {
    const mine = ++ways;
    const looking = setTimeout(() => line.reply("looking"), SOON);
    const asking = new AbortController();
    let isAsked = false; // a command met a conflict, and a question follows
    game.addEventListener("question", () => (isAsked = true), { signal: asking.signal });
    const isFree = navigator.onLine && (await isSent()) && (isSafe || (await isReached()));
    clearTimeout(looking);
    asking.abort();
    if (mine === ways) line.reply();
    if (mine !== ways || isAsked) return false;
    if (isFree) lead(way);
    else line.reply(otherwise);
    return isFree;
  }

  /** @param {() => void} way */
  function lead(way) {
    sure = true;
    way();
    sure = false;
  }

  /** @param {Event} event */
  function hold(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  // Pages cached by the service worker are available offline, of this game or another. Waiting commands are stored and
  // remain.
  /** @param {URL | HTMLAnchorElement} link */
  const isElsewhere = ({ pathname }) => !pathname.includes(`/g/${game.link}/`);
  // A stream may fail silently later.
  const isWithout = () => game.trouble === "alone" || (!navigator.onLine && game.trouble === null);
  /** @param {HTMLAnchorElement} link */
  const opens = (link) => (isElsewhere(link) ? opensAlone(link) !== false : opensAlone(link));
  /** @param {HTMLAnchorElement} link */
  const isKept = (link) => comesBack() && (isWithout() ? opens(link) : !game.toSend && isElsewhere(link));

  return {
    go,
    // A form that goes to the server.
    sends(/** @type {FormSubmit} */ event) {
      if (sure) return;
      hold(event);
      const { target, submitter } = event;
      // If it was redrawn meanwhile it is another form, and it is unclear whether it is still intended.
      const send = () => (target.isConnected ? target.requestSubmit(submitter) : line.reply("unsent"));
      go(send, "unsent", false); // its input would be lost
    },
    async leads(/** @type {Event} */ event, /** @type {HTMLAnchorElement} */ link) {
      const mine = ++ways;
      if (isKept(link)) return;
      hold(event);
      const open = () => location.assign(link.href);
      // A tap may come before the worker has said whether this link opens.
      const opens = isWithout() && comesBack() && (await opensOffline(link));
      if (mine !== ways) return;
      if (opens && isWithout()) open();
      else go(open, link.dataset.why);
    },
  };
}
