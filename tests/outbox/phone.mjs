// A game in a page without its drawing, driven by `tests/browser/phones.py`: `here.game` is the app's own `Game`.
export async function openHere(address, pauses) {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const { openGame } = await import("/static/now/js/game.js");
  const game = await openGame(page, pauses);
  if (!game) throw new Error(`no game at ${address}`);
  globalThis.here = { game, page, heard: [] };
  game.addEventListener("question", ({ detail }) => here.heard.push(detail.tap));
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

// As far as it is known here without a look at all of it.
export function stands() {
  dispatchEvent(new Event("online"));
  const { version, toSend, waiting, trouble } = here.game;
  return { version, toSend, waiting, trouble };
}
