// A way to another page shows what was tapped here: first that is sent. Without a connection the browser's own page would come.
const PATIENCE = 4000; // ms

export function makeWayOut(game, line) {
  async function go(way) {
    if (navigator.onLine && (!game.toSend || (await game.sent(PATIENCE)))) way();
    else line.textContent = line.dataset.unsent;
  }

  // A tap that leads there; it waits where there is something to wait for.
  function leads(event, way) {
    if (!game.toSend && navigator.onLine) return;
    event.preventDefault();
    event.stopPropagation();
    go(way);
  }

  return { go, leads };
}
