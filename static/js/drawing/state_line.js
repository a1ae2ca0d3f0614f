// What is kept where, said calmly: nothing while all is well. The sentences stand in the line itself, as the server
// has written them.
import { isKeptPage, willOpenAlone } from "../offline/offline_copy.js";
import { painted } from "../browser/painted.js";

const CALM = 3000; // ms: what is sent by then was never worth a word
const SAID_FOR = 4000;
const READ_IN = 10_000; // what is to be known once does not lie over the page for an evening

// Returns `reply`, for what a tap on a way to another page has come to: it is read before what is said of the state.
export function showState(game, line, calm = CALM, saidFor = SAID_FOR) {
  let said = line.textContent; // of the state
  let replied = ""; // in its place
  let unread = 0; // until the reply is gone
  let worry = 0; // until something is said
  let relief = 0; // until it is said no longer that all is well
  let waited = false; // what was said was that something waits
  let mayClose = true; // without a connection this page could be opened again, or that was said
  let isKnown = false;
  let hadRoom = true;
  let isTight = false; // there is no room, and that is to be said though nothing waits

  function say(words) {
    said = words;
    const shown = replied || said;
    if (line.textContent !== shown) line.textContent = shown;
  }

  // Named as in the line's data; nothing takes it back.
  function reply(name) {
    clearTimeout(unread);
    replied = name ? line.dataset[name] : "";
    if (replied) unread = setTimeout(reply, READ_IN);
    say(said);
  }

  function look() {
    const words = wordsNow();
    const isSaid = said && !relief;
    if (!words) isWell(isSaid);
    else if (isSaid || isStuck(game) || isKeptPage() || game.trouble === "room")
      isTold(words); // there was no network when such a page was opened
    else worry ||= setTimeout(isWorried, calm);
  }

  async function isWorried() {
    if (!isKnown && game.trouble === "alone" && !(await willOpenAlone(game))) tellToStay();
    const words = wordsNow();
    if (words) isTold(words);
  }

  // That there is no room is read at once, and again with whatever waits.
  function wordsNow() {
    if (game.trouble !== "room") hadRoom = true;
    else if (hadRoom) tellOfRoom();
    return wordsFor(game, line.dataset, { mayClose, isTight });
  }

  function tellOfRoom() {
    hadRoom = false;
    isTight = true;
    setTimeout(() => {
      isTight = false;
      look();
    }, READ_IN);
  }

  function tellToStay() {
    isKnown = true;
    mayClose = false;
    setTimeout(() => {
      mayClose = true;
      look();
    }, READ_IN);
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
    say(waited && !game.questions.length ? line.dataset.sent : "");
    relief = setTimeout(() => isTold(""), saidFor);
  }

  function forget() {
    for (const timer of [worry, relief]) clearTimeout(timer);
    worry = relief = 0;
  }

  // A tap is seen before what is to be sent of it.
  game.addEventListener("change", ({ detail }) => (detail.own ? painted().then(look) : look()));
  look();
  return { reply };
}

const isStuck = ({ trouble }) =>
  ["gone", "deleted", "key", "full", "refused", "many", "ahead", "missing"].includes(trouble);

// What there is to say now; empty while all is well. `mayClose`: this page could be opened again without a connection;
// `isTight`: there is no room, and nobody was told yet.
function wordsFor(game, { memory, room, waiting, alone, stay, ...stuck }, { mayClose, isTight }) {
  if (isStuck(game)) return stuck[game.trouble];
  const isAlone = game.trouble === "alone";
  const words = [isAlone && alone, game.toSend && waiting.replace("…", game.toSend)].filter(Boolean).join(" ");
  if (game.toSend && game.trouble === "memory") return `${words} ${memory}`;
  if (game.trouble === "room" && (game.toSend || isTight)) return `${words} ${room}`.trim();
  return isAlone && !mayClose ? `${words} ${stay}` : words;
}
