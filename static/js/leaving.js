// A way to another page shows what was tapped here: first that is sent. Where the server cannot be reached nobody is led away from what
// goes on without it.
import { isReached } from "./reach.js";

const PATIENCE = 4000; // ms

export function makeWayOut(game, line) {
  let sure = false; // it leads there now

  const isSent = async () => !game.toSend || (await game.sent(PATIENCE));

  // Whether it leads there.
  async function go(way, otherwise = line.dataset.away) {
    if (!navigator.onLine || !(await isSent()) || !(await isReached())) {
      line.textContent = otherwise;
      return false;
    }
    sure = true;
    way();
    sure = false;
    return true;
  }

  function hold(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  // Home and other games are there without a network too where a service worker has kept them.
  const isKept = ({ pathname }) => !game.toSend && Boolean(navigator.serviceWorker?.controller) && !pathname.includes(`/g/${game.link}/`);

  return {
    go,
    // A form that the server is asked by.
    sends(event) {
      if (sure) return;
      hold(event);
      const { target, submitter } = event;
      // Drawn anew meanwhile, it is not the same form any more, and nobody knows whether it is still meant.
      const send = () => (target.isConnected ? target.requestSubmit(submitter) : (line.textContent = line.dataset.unsent));
      go(send, line.dataset.unsent);
    },
    leads(event, link) {
      if (isKept(link)) return;
      hold(event);
      go(() => location.assign(link.href));
    },
  };
}
