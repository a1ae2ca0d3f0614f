// What is kept where, said calmly: nothing while all is well. The sentences stand in the line itself, as the server has written them.
const CALM = 3000; // ms: what is sent by then was never worth a word
const SAID_FOR = 4000;

export function showState(game, line, calm = CALM, saidFor = SAID_FOR) {
  let worry = 0; // until something is said
  let relief = 0; // until it is said no longer that all is well
  let waited = false; // what was said was that something waits

  function say(words) {
    if (line.textContent !== words) line.textContent = words;
  }

  function look() {
    const words = wordsFor(game, line.dataset);
    const isSaid = line.textContent && !relief;
    if (!words) isWell(isSaid);
    else if (isSaid || isStuck(game)) isTold(words);
    else worry ||= setTimeout(() => isTold(wordsFor(game, line.dataset)), calm);
  }

  function isTold(words) {
    forget();
    waited = game.toSend > 0;
    say(words);
  }

  function isWell(isSaid) {
    clearTimeout(worry);
    worry = 0;
    if (!isSaid) return;
    say(waited ? line.dataset.sent : "");
    relief = setTimeout(() => isTold(""), saidFor);
  }

  function forget() {
    for (const timer of [worry, relief]) clearTimeout(timer);
    worry = relief = 0;
  }

  game.addEventListener("change", look);
  look();
}

const isStuck = ({ trouble }) => ["gone", "deleted", "key", "full"].includes(trouble);

// What there is to say now; empty while all is well.
function wordsFor(game, { memory, waiting, alone, ...stuck }) {
  if (isStuck(game)) return stuck[game.trouble];
  if (!game.toSend) return game.trouble === "alone" ? alone : "";
  const words = waiting.replace("…", game.toSend);
  return game.trouble === "memory" ? `${words} ${memory}` : words;
}
