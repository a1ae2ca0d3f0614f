// A table as of this phone, for the home page: its cached log with the waiting commands on top.
import { isKeptPage, newestCopy } from "../sync/offline_copy.js";
import { keysIn, namesIn } from "../sync/entry_names.js";
import { inTodaysRules } from "../sync/older_rules.js";
import { isEmptyOutbox, openOutbox } from "../sync/outbox.js";
import { fold } from "../rules/fold/replay.js";
import { stateSeats } from "../sync/moved_seats.js";
import { readLines, tailOf } from "../sync/pull.js";
import { isHeld, onTop } from "../sync/rebase.js";

// { toSend, asks, touched, fold, colours, far }: the number of waiting taps, whether they have a question, the
// time of the last change or update on this phone (ms), the fold of everything, the colours by seat (from 1), and the
// templates that say how far a player is; without a fold if the page is not cached, or `withFold` is false.
// `isUnsent`: the server does not know the game yet.
/** @param {string} table @param {boolean} withFold @param {boolean} isUnsent @returns {Promise<TableHere>} */
export async function tableHere(table, withFold, isUnsent) {
  const link = table.split("/").at(-2) ?? "";
  const commands = (await isEmptyOutbox(link)) ? [] : await waitingAt(link);
  const known = {
    toSend: commands.filter((command) => !isHeld(command)).length,
    asks: commands.some(({ asked }) => asked),
    touched: Math.max(0, ...commands.map(({ made }) => made)),
  };
  const data = withFold && (await keptAt(table, isUnsent));
  if (!data) return known;
  const log = fold(data.ruleset, data.seats, data.entries);
  const keysOf = keysIn(namesIn(data.names), data.taps);
  stateSeats(log, commands, keysOf);
  return {
    ...known,
    touched: Math.max(known.touched, data.heard ?? 0),
    fold: onTop(log, commands, keysOf).fold,
    colours: data.colours,
    far: data.far,
  };
}

/** @param {string} link */
async function waitingAt(link) {
  const outbox = await openOutbox(link);
  outbox.close();
  return outbox.commands;
}

/** @param {string} address */
const keptText = async (address) =>
  (await globalThis.caches?.match(address, { ignoreVary: true }).catch(() => null))?.text();

/** @param {string} table @param {boolean} isUnsent */
async function keptAt(table, isUnsent) {
  const [page, drawings] = await Promise.all([keptText(table), keptText(`${table}drawings`)]);
  if (!page || !drawings) return null;
  /** @param {string} text */
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const game = /** @type {HTMLElement} */ (parsed(page).getElementById("game"));
  const data = await newestCopy(inTodaysRules(JSON.parse(game.textContent)));
  const { body } = parsed(drawings);
  return {
    ...data,
    taps: new Map(),
    ...(isKeptPage() || isUnsent ? {} : await withTail(data)),
    colours: /** @type {WithData<"colours">} */ (body).dataset.colours.split(" ").map(Number),
    far: [...body.querySelectorAll("template[data-of=how_far]")],
  };
}

// Online, newer entries of others are included.
/** @param {GameData} data */
async function withTail({ log, entries, names, ruleset }) {
  const told = await tailOf(log, entries.length);
  const news = (told?.entries ?? []).filter(({ number }) => number > entries.length);
  const read = readLines(news);
  return {
    entries: [...entries, ...read.entries],
    names: names + news.map(({ name }) => name).join(""),
    taps: read.taps,
    ruleset: told?.ruleset ?? ruleset,
  };
}
