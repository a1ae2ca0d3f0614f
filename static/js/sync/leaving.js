// A way to another page shows what was tapped here: first that is sent. Where the server cannot be reached nobody is
// led away from what goes on without it.
import { isReached } from "./reach.js";
import { opensAlone } from "../offline/without_network.js";

const PATIENCE = 4000; // ms
const SOON = 300; // until it is said that somebody waits for the server

export function makeWayOut(game, line) {
  let sure = false; // it leads there now
  let ways = 0; // the last one that was tapped counts

  const isSent = async () => !game.toSend || (await game.sent(PATIENCE));

  // Where a service worker answers, what cannot be had leads back here; elsewhere the page would be lost, so the
  // server is asked first.
  const comesBack = () => Boolean(navigator.serviceWorker?.controller);

  // Whether it leads there.
  async function go(way, otherwise = "away", isSafe = comesBack()) {
    const mine = ++ways;
    const looking = setTimeout(() => line.reply("looking"), SOON);
    const asking = new AbortController();
    let isAsked = false; // what was sent met what others wrote, and somebody has to say what becomes of it
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

  function lead(way) {
    sure = true;
    way();
    sure = false;
  }

  function hold(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  // What a service worker has kept is there without a network too, be it of this game or not. What waits is kept then,
  // and waits on.
  const isElsewhere = ({ pathname }) => !pathname.includes(`/g/${game.link}/`);
  // A stream may fall silent later.
  const isWithout = () => game.trouble === "alone" || (!navigator.onLine && game.trouble === null);
  const opens = (link) => (isElsewhere(link) ? opensAlone(link.pathname) !== false : opensAlone(link.pathname));
  const isKept = (link) => comesBack() && (isWithout() ? opens(link) : !game.toSend && isElsewhere(link));

  return {
    go,
    // A form that the server is asked by.
    sends(event) {
      if (sure) return;
      hold(event);
      const { target, submitter } = event;
      // Drawn anew meanwhile, it is not the same form any more, and nobody knows whether it is still meant.
      const send = () => (target.isConnected ? target.requestSubmit(submitter) : line.reply("unsent"));
      go(send, "unsent", false); // what is typed in it would not come back
    },
    leads(event, link) {
      if (isKept(link)) return;
      hold(event);
      go(() => location.assign(link.href));
    },
  };
}
