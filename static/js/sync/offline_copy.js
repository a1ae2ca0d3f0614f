// The offline copy of an open game: service_worker.js caches the page as last served, and this module its log,
// whenever it grows.
import { namesIn } from "./entry_names.js";
import { inTodaysRules } from "./older_rules.js";

export const GAMES = "games"; // the cache shared with the worker
const LOG = /log$/; // the address of the log, below that of the table
/** @param {{ log: string }} game */
const table = ({ log }) => log.replace(LOG, "");
/** @param {{ log: string }} game */
const copy = ({ log }) => log.replace(LOG, "copy");

// Whether this page came from the cache, and so may be stale.
export const isKeptPage = () => "kept" in document.documentElement.dataset;

// The game as the page carries it, or as it was known last: an older copy of the score book may have been put back
// since, and then the server lacks what this phone knows.
/** @param {GameData} data @returns {Promise<GameData>} */
export async function lastKnown(data) {
  if (isKeptPage()) return newestCopy(data);
  const known = data.may_score ? await keptLog(data) : null;
  return known && knowsMore(known, data) ? { ...data, ...known } : data;
}

// Whether this log has entries that the other one lacks, by their names.
/** @param {LogCopy} known @param {{ names: string }} data */
const knowsMore = (known, { names }) => {
  const there = new Set(namesIn(names));
  return namesIn(known.names).some((name) => !there.has(name));
};

// The stored log of this phone; null without one.
/** @param {{ log: string }} data @returns {Promise<LogCopy | null>} */
const keptLog = (data) =>
  Promise.resolve(globalThis.caches?.match(copy(data)))
    .then((answer) => answer?.json())
    .then((known) => known && inTodaysRules(known))
    .catch(() => null);

// The game embedded in a cached page, or its newer log; `heard` is the time of that (ms).
/** @param {GameData} data @returns {Promise<GameData>} */
export async function newestCopy(data) {
  const known = await keptLog(data);
  return known && known.entries.length > data.entries.length ? { ...data, ...known } : data;
}

// Without storage (plain http, or refused) the game continues in the open page alone. A stale copy would look current,
// so one that cannot be replaced is deleted with its page.
/** @param {GameNow} game */
export async function keepCopy(game) {
  if (!(await willOpenAlone(game))) return;
  const { entries, ruleset, mark, book, at } = game;
  /** @type {LogCopy} */
  const known = { entries, ruleset, mark, book, at, others: [...game.others], names: game.names.join("") };
  const body = JSON.stringify({ ...known, heard: Date.now() });
  const isKept = caches.open(GAMES).then((games) => games.put(copy(game), new Response(body)));
  await isKept.catch(() => forgetGame(game)).catch(() => {});
}

// Whether this game could be reopened offline.
/** @param {{ log: string }} game */
export const willOpenAlone = async (game) => Boolean(await globalThis.caches?.match(table(game)).catch(() => null));

// The link has ended, or the game was deleted. The worker also refreshes pages that contain its names.
/** @param {{ log: string }} game */
export async function forgetGame(game) {
  const games = await globalThis.caches?.open(GAMES).catch(() => null);
  for (const address of [...["", "drawings", "rules"].map((name) => table(game) + name), copy(game)])
    await games?.delete(address);
  navigator.serviceWorker?.controller?.postMessage({ gone: new URL(table(game), location.href).pathname });
}
