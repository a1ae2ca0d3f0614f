// This phone's copy of an open game, for the time that its page is opened without a network: the page itself is kept
// by service_worker.js, as it was when the server was last asked for it, and the log by us, whenever it grows.
import { namesIn } from "../sync/entry_names.js";

export const GAMES = "games"; // the cache that it shares with that worker
const LOG = /log$/; // the address of the log, below that of the table
const table = ({ log }) => log.replace(LOG, "");
const copy = ({ log }) => log.replace(LOG, "copy");

// Whether this page was opened from what was kept, and so may show what is no more.
export const isKeptPage = () => "kept" in document.documentElement.dataset;

// The game as the page carries it, or as it was known last: an older copy of the score book may have been put back
// since, and then the server lacks what this phone knows.
export async function lastKnown(data) {
  if (isKeptPage()) return newestCopy(data);
  const known = data.may_score ? await keptLog(data) : null;
  return known && knowsMore(known, data) ? { ...data, ...known } : data;
}

// Whether this log has entries that the other one lacks, by their names.
const knowsMore = (known, { names }) => {
  const there = new Set(namesIn(names));
  return namesIn(known.names).some((name) => !there.has(name));
};

// The log as this phone has kept it; null where it has not.
const keptLog = (data) =>
  Promise.resolve(globalThis.caches?.match(copy(data)))
    .then((answer) => answer?.json())
    .catch(() => null);

// The game as a kept page carries it, or as its log has grown since; `heard` says when that was (ms).
export async function newestCopy(data) {
  const known = await keptLog(data);
  return known?.entries.length > data.entries.length ? { ...data, ...known } : data;
}

const copyOf = ({ entries, others, ruleset, names, mark, book, at }) => ({
  entries,
  others: [...others],
  ruleset,
  names: names.join(""),
  mark,
  book,
  at,
});

// Where nothing can be kept (plain http, storage refused) the game goes on in the open page alone. An old copy would
// be shown as if nothing had happened since, so one that cannot be replaced goes, and the page with it.
export async function keepCopy(game) {
  if (!(await willOpenAlone(game))) return;
  const body = JSON.stringify({ ...copyOf(game), heard: Date.now() });
  const isKept = caches.open(GAMES).then((games) => games.put(copy(game), new Response(body)));
  await isKept.catch(() => forgetGame(game)).catch(() => {});
}

// Whether this game could be opened again without a network.
export const willOpenAlone = async (game) => Boolean(await globalThis.caches?.match(table(game)).catch(() => null));

// The link leads nowhere any more, or the game was deleted. The worker also asks for the pages anew that name its
// people.
export async function forgetGame(game) {
  const games = await globalThis.caches?.open(GAMES).catch(() => null);
  for (const address of [...["", "drawings", "rules"].map((name) => table(game) + name), copy(game)])
    await games?.delete(address);
  navigator.serviceWorker?.controller?.postMessage({ gone: new URL(table(game), location.href).pathname });
}
