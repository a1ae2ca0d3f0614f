// Makes the table of a new game from a cached one with the same rules (service_worker.js caches it,
// web/offline/unstarted_game.py renders it), by filling in the link, the players and their colours.
import { LOCALE } from "../browser/clock.js";
import { GAMES, forgetGame } from "../sync/offline_copy.js";
import { newLink, openStarts } from "../sync/start_game.js";

const NO_GAME = "/g/-/";
const OF_RULES = /(?:g\/[^/]+\/anew|new\/alone\/[^/]+)\/$/; // the address of the cached table, below that of home
const ANY_DAY = 'time[datetime^="2000-"]'; // of the start, as in unstarted_game.py; others are times of taps
const UNSENT = "Companion-Unsent"; // marks a game that the server does not know yet, so that the worker keeps it

// The address of the new table, by the rules of the one cached at `anew`, which are called `rules`; null without
// storage, and then nothing remains.
/** @param {NewTable} table */
export async function startHere({ anew, rules, names, dealer, colours }) {
  const starts = await openStarts();
  const made = Date.now();
  const link = newLink();
  const table = anew.replace(OF_RULES, `g/${link}/`);
  try {
    if (starts.trouble) throw new Error(starts.trouble);
    const { start } = await keepTable(anew, table, { link, names, dealer, colours, made });
    const one = { tap: link, table, names, rules, round: 1, made, start: { ...start, dealer } };
    await starts.add(/** @type {Start} */ (one));
    if (starts.trouble) throw new Error(starts.trouble);
    return table;
  } catch {
    await starts.drop(starts.commands.filter(({ tap }) => tap === link)); // or it would be stored once there is room
    starts.close();
    await forgetGame({ log: `${table}log` }).catch(() => {});
    return null;
  }
}

// The page of the table and its templates, from the cached ones; returns the embedded data.
/** @param {string} anew @param {string} table @param {NewGame} game @returns {Promise<NewGameData>} */
async function keepTable(anew, table, { link, names, dealer, colours, made }) {
  let carried = /** @type {NewGameData | null} */ (null);
  await remade(`${anew}drawings`, `${table}drawings`, link, (page) => dress(page, colours));
  await remade(`${anew}rules`, `${table}rules`, link, () => {});
  await remade(anew, table, link, (page) => {
    carried = seat(page, { link, seats: { names, first_dealer: dealer }, made });
    // Mark empty islands as filled: nobody sits there yet.
    for (const id of ["bar", "main", "dock"]) page.getElementById(id)?.replaceChildren(" ");
  });
  return /** @type {NewGameData} */ (carried);
}

/** @param {string} from @param {string} to @param {string} link @param {(page: Document) => void} change */
async function remade(from, to, link, change) {
  const games = await caches.open(GAMES);
  const answer = await fetch(from); // from the cache of the worker
  if (!answer.ok) throw new Error(from);
  const page = new DOMParser().parseFromString((await answer.text()).replaceAll(NO_GAME, `/g/${link}/`), "text/html");
  change(page);
  const headers = new Headers(answer.headers);
  headers.set(UNSENT, "1");
  await games.put(to, new Response(`<!DOCTYPE html>${page.documentElement.outerHTML}`, { headers }));
}

/** @param {Document} page @param {Pick<GameData, "link" | "seats" | "made">} people */
function seat(page, people) {
  const script = /** @type {HTMLElement} */ (page.getElementById("game"));
  const carried = { ...JSON.parse(script.textContent), ...people };
  script.textContent = JSON.stringify(carried).replaceAll("<", "\\u003c");
  return carried;
}

/** @param {Document} page @param {number[]} colours */
function dress(page, colours) {
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long" }).format();
  const dateTime = new Intl.DateTimeFormat("sv").format(); // ISO 8601
  /** @type {NodeListOf<HTMLTemplateElement>} */ const templates = page.querySelectorAll("template[id^=draw-]");
  for (const { content } of templates) {
    for (const time of content.querySelectorAll(ANY_DAY)) Object.assign(time, { textContent: day, dateTime });
  }
  page.body.dataset.colours = colours.map((colour) => colour + 1).join(" ");
  const tops = [...page.querySelectorAll("template[data-of=top]")];
  const worn = colours.map((colour, number) => {
    const top = /** @type {HTMLElement} */ (tops[colour].cloneNode(true));
    top.dataset.key = String(number);
    return top;
  });
  for (const top of tops) top.remove();
  page.body.append(...worn);
}
