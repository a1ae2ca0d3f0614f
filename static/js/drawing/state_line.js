// The status line: what is stored where; empty while all is well. Its sentences are in its data attributes, written by
// the server.
import { painted } from "../browser/page_events.js";
import { isKeptPage, willOpenAlone } from "../sync/offline_copy.js";

const CALM = 3000; // ms; faster requests are not mentioned
const SAID_FOR = 4000;
const READ_IN = 10_000; // ms after which a one-time notice disappears

// Returns `reply`, for the result of a tap that navigates: it takes precedence over the status.
/** @param {OpenGamePage} game @param {WithData<string>} line */
export function showState(game, line, calm = CALM, saidFor = SAID_FOR) {
  let said = line.textContent; // the status
  let replied = ""; // the reply in its place
  let unread = 0; // timer until the reply disappears
  let worry = 0; // timer until a problem is shown
  let relief = 0; // timer until the all-clear disappears
  let waited = false; // the status was about waiting commands
  let isKnown = false; // that the page could not be reopened offline
  let hadRoom = true;
  const news = { mustStay: false, isTight: false }; // that, and that storage is full, until the user was told

  /** @param {string} words */
  function say(words) {
    said = words;
    const shown = replied || said;
    if (line.textContent !== shown) line.textContent = shown;
  }

  // A notice by its name in the data attributes; nothing removes it.
  /** @param {string} [name] */
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
      isTold(words); // such a page was opened offline
    else worry ||= setTimeout(isWorried, calm);
  }

  async function isWorried() {
    if (!isKnown && game.trouble === "alone" && !(await willOpenAlone(game))) {
      isKnown = true;
      mention("mustStay");
    }
    const words = wordsNow();
    if (words) isTold(words);
  }

  // That storage is full is shown at once, and again with waiting commands.
  function wordsNow() {
    if (game.trouble !== "room") hadRoom = true;
    else if (hadRoom) {
      hadRoom = false;
      mention("isTight");
    }
    return wordsFor(game, line.dataset, news);
  }

  /** @param {keyof typeof news} which */
  function mention(which) {
    news[which] = true;
    setTimeout(() => {
      news[which] = false;
      look();
    }, READ_IN);
  }

  /** @param {string} words */
  function isTold(words) {
    forget();
    waited = game.toSend > 0;
    if (waited) news.isTight = false; // these words say it, until everything is sent
    say(words);
  }

  /** @param {unknown} isSaid */
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

  // Wait for the paint of a tap before its status.
  game.addEventListener("change", ({ detail }) => (detail.own ? painted().then(look) : look()));
  look();
  return { reply };
}

/** @param {{ trouble: Trouble }} game */
const isStuck = ({ trouble }) =>
  ["gone", "deleted", "key", "full", "refused", "many", "ahead", "missing"].includes(trouble ?? "");

// The name of the sentence to show, "" while all is well. `mustStay`: the page could not be reopened offline, and
// `isTight`: storage is full; the user was not told yet.
/** @param {OpenGamePage} game @param {Record<string, string>} words @param {Record<string, boolean>} now */
function wordsFor(game, { memory, room, waiting, alone, looking, stay, ...stuck }, { mustStay, isTight }) {
  if (isStuck(game)) return stuck[game.trouble ?? ""];
  const isAlone = game.trouble === "alone";
  const isLate = game.toSend && !game.trouble; // it is asked again and again
  const reason = isAlone ? alone : isLate && looking;
  const words = [reason, game.toSend && waiting.replace("…", String(game.toSend))].filter(Boolean).join(" ");
  if (game.toSend && game.trouble === "memory") return `${words} ${memory}`;
  if (game.trouble === "room" && (game.toSend || isTight)) return `${words} ${room}`.trim();
  return isAlone && mustStay ? `${words} ${stay}` : words;
}
