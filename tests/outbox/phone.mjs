// A game in a page without its drawing, driven by `tests/browser/phones.py`: `here.game` is the app's own `Game`.
export async function openHere(address, pauses) {
  const text = await (await fetch(address)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const [files] = text.match(/\/static\/\w+\//); // of this version, which the browser keeps
  const { openGame } = await import(`${files}js/sync/game.js`);
  const game = await openGame(page, pauses);
  if (!game) throw new Error(`no game at ${address}`);
  const asked = new Set(); // all commands that were ever in a question, or depended on one
  const { leftOut } = await import(`${files}js/sync/left_out.js`);
  globalThis.here = { game, page, files, asked, leftOut };
  const look = () => game.questions.forEach(({ commands }) => commands.forEach(({ tap }) => asked.add(tap)));
  game.addEventListener("change", look);
  look();
  addEventListener("pagehide", () => game.leave()); // as the page of a round does
}

export function looks() {
  const { game } = here;
  const { version, waiting, toSend, trouble, state, entries } = game;
  const questions = game.questions.map(({ tap, code, status, canKeep, commands, theirs }) => ({
    ...{ tap, code: code ?? null, status, canKeep, theirs },
    entries: commands.flatMap((command) => command.entries),
  }));
  return { version, waiting, toSend, trouble, state, entries, questions };
}

const AGAIN = 250; // ms to wait for the first event of a reopened stream

// A cheap summary. Retries to send, but not every time.
export function stands() {
  if (!(performance.now() - here.tried < AGAIN)) {
    here.tried = performance.now();
    dispatchEvent(new Event("online"));
  }
  const { version, toSend, waiting, trouble, questions } = here.game;
  return { version, toSend, waiting, trouble, asks: questions.length };
}
