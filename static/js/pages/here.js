// Updates the home page with the local state of each game: pending entries, round and totals as on its table. The
// game changed last is shown large, and “Continue” leads to it. While online, this page sends pending entries, except
// those of games that the server does not know yet: their tables send them.
import { makeDrawer } from "../drawing/draw.js";
import { comma } from "../drawing/figures.js";
import { tableHere } from "../offline/table_here.js";
import { openGame } from "../sync/game.js";
import { isKeptPage } from "../sync/offline_copy.js";
import { PAUSES } from "../sync/requests.js";
import { openGameView } from "../views/home.js";

const TABLE = /^.*\/g\/[^/]+\//;
const drawer = makeDrawer(document);
const dock = /** @type {HTMLElement} */ (document.querySelector(".dock"));
/** @param {HTMLAnchorElement} link */
const tableOf = ({ pathname }) => pathname.match(TABLE)?.[0] ?? "";
function shownLines() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("main a.game[href], main .game a[href]");
  return [...links].filter(tableOf);
}
/** @param {Element} part */
const linkIn = (part) => /** @type {HTMLAnchorElement} */ (part.querySelector("a"));

// `unsent` are the games that the server does not know yet: { table, round, changed, made, which }, the last as nodes.
/** @param {HomeWays} ways */
export async function showHere({ unsent, goOn }) {
  const lines = shownLines();
  const open = new Set(
    lines.filter((line) => line.matches(".resume a, [data-unsent] a") || line.querySelector(".which")).map(tableOf),
  );
  const tables = [...new Set(lines.map(tableOf))];
  // The start itself is to be sent, too: the table counts it.
  const here = new Map(
    await Promise.all(
      tables.map(async (table) => {
        const isToStart = unsent.some((start) => start.table === table && !start.sent);
        const known = await tableHere(table, open.has(table), isToStart);
        return /** @type {const} */ ([table, { ...known, toSend: known.toSend + Number(isToStart) }]);
      }),
    ),
  );
  for (const line of lines) showOn(line, /** @type {TableHere} */ (here.get(tableOf(line))));
  // A page of search results, or of older games, does not show the newest game.
  if ("leadsOn" in dock.dataset) showNewest(here, { unsent, goOn });
  /** @param {string} table */
  const isUnsent = (table) => unsent.some((start) => start.table === table);
  for (const [table, { toSend }] of here) if (toSend && !isKeptPage() && !isUnsent(table)) sendFrom(table);
}

// Its page of questions carries the game, also once that is over.
const CARRIES = "out/twice";
/** @type {Set<string>} */ const sending = new Set();

/** @param {string} table */
async function sendFrom(table, pause = PAUSES.first) {
  if (sending.has(table)) return;
  sending.add(table);
  const answer = await fetch(table + CARRIES).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text().catch(() => "")) ?? "", "text/html");
  const game = answer?.ok ? await openGame(page) : null;
  if (!game) {
    sending.delete(table);
    const isAway = !answer || answer.status >= 500; // no other answer changes by itself
    if (isAway) setTimeout(() => sendFrom(table, Math.min(2 * pause, PAUSES.longest)), pause);
    return;
  }
  const show = () => {
    for (const line of shownLines())
      if (tableOf(line) === table)
        showOn(line, { toSend: game.toSend, asks: game.questions.length > 0, fold: game.fold });
  };
  game.addEventListener("change", show);
  show();
}

// A row of the list, or the large game.
/** @param {HTMLAnchorElement} line @param {Pick<TableHere, "toSend" | "asks" | "fold">} known */
function showOn(line, { toSend, asks, fold }) {
  const words = line.querySelector(".round");
  if (words && fold && !line.closest("[data-unsent]"))
    words.replaceChildren(...drawer.said("round", { number: fold.state.open?.deal.number ?? null }));
  const place = line.closest(".resume")?.querySelector("p") ?? line.querySelector("span:not(.disc)");
  place?.querySelector(".to-send")?.remove();
  if (toSend) place?.append(...drawer.said("to_send", { count: toSend }));
  else if (asks) place?.append(...drawer.said("asks", {}));
}

/** @param {Map<string, TableHere>} here @param {HomeWays} ways */
function showNewest(here, { unsent, goOn }) {
  const shown = document.querySelector(".resume");
  const inLarge = shown && tableOf(linkIn(shown));
  /** @type {Map<string | null, number>} */
  const since = new Map([[inLarge, new Date(goOn.dataset.changed ?? 0).getTime()]]);
  for (const { table, changed, made } of unsent) since.set(table, changed ?? made);
  /** @param {string} table */
  const touched = (table) => Math.max(here.get(table)?.touched ?? 0, since.get(table) ?? 0);
  /** @param {string} table */
  const isOpen = (table) => Boolean(here.get(table)?.fold?.state.open ?? !here.get(table)?.fold); // as far as known
  const openTables = [...here.keys()].filter((table) => isListedOpen(table, { inLarge, unsent }));
  const newest = openTables.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || touched(b) - touched(a))[0];
  if (!newest) return;
  if (here.get(newest)?.fold) leadTo(enlarge(newest, here, { shown, inLarge, unsent }), goOn);
}

// Of listed games only those that were open when the server was last asked.
/** @param {string} table @param {Pick<Large, "inLarge" | "unsent">} large */
const isListedOpen = (table, { inLarge, unsent }) =>
  table === inLarge ||
  unsent.some((start) => start.table === table) ||
  Boolean(lineOf(table)?.querySelector(".which"));
/** @param {string} table */
const lineOf = (table) => shownLines().find((line) => tableOf(line) === table && !line.closest(".resume"));

// Returns the address of its table.
/** @param {string} table @param {Map<string, TableHere>} here @param {Large} large */
function enlarge(table, here, { shown, inLarge, unsent }) {
  const known = /** @type {TableHere} */ (here.get(table));
  const start = unsent.find((start) => start.table === table);
  const isLarge = shown && table === inLarge;
  const line = /** @type {HTMLAnchorElement} */ (isLarge ? linkIn(shown) : lineOf(table));
  const which = start?.which ?? (isLarge ? shown.querySelector("p") : line.querySelector(".which"))?.childNodes ?? [];
  const model = {
    ...openGameView(/** @type {Fold} */ (known.fold), /** @type {number[]} */ (known.colours)),
    table: line.getAttribute("href"),
  };
  const drawn = /** @type {HTMLElement[]} */ (drawerFor(known).said("resume", model));
  const large = /** @type {HTMLElement} */ (drawn.find(({ localName }) => localName));
  large.querySelector("p")?.replaceChildren(...copiesOf(which));
  large.toggleAttribute("data-unsent", Boolean(start));
  showOn(linkIn(large), known);
  const before = here.get(inLarge ?? "");
  if (shown && before && !isLarge && !shown.matches("[data-unsent]")) putBack(shown, before, line);
  if (!start && !isLarge) line.closest("li")?.remove();
  // A phone with a game needs no welcome.
  for (const part of document.querySelectorAll(".hello, .how")) part.remove();
  if (shown) shown.replaceWith(large);
  else unsentHere().before(large);
  return line.getAttribute("href") ?? "";
}

// Says how far players are in the terms of their game.
/** @param {TableHere} known */
function drawerFor({ far = [] }) {
  const words = document.createDocumentFragment();
  const resume = /** @type {Element} */ (document.querySelector("template[data-key=resume]"));
  words.append(resume.cloneNode(true), ...far);
  return makeDrawer(words);
}

/** @param {Node} node */
const isToSend = (node) => node instanceof Element && node.matches(".to-send");

/** @param {Iterable<Node>} nodes */
const copiesOf = (nodes) => [...nodes].filter((node) => !isToSend(node)).map((node) => node.cloneNode(true));

const unsentHere = () => /** @type {HTMLElement} */ (document.getElementById("unsent"));

// The game that was large becomes a row of the list.
/** @param {HTMLElement} shown @param {TableHere} known @param {HTMLElement} line */
function putBack(shown, known, line) {
  const item = asLine(shown);
  const list = line.closest("[data-unsent]") ? null : line.closest("ul");
  if (list) list.prepend(item);
  else unsentHere().after(Object.assign(document.createElement("ul"), { className: "ledger" }));
  if (!list) document.querySelector("#unsent + ul")?.append(item);
  showOn(linkIn(item), known);
}

// The game that was large, as a row of the list.
/** @param {HTMLElement} shown */
function asLine(shown) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("line-here"));
  const item = /** @type {HTMLElement} */ (template.content.querySelector("li")?.cloneNode(true));
  const part = (/** @type {string} */ css) => /** @type {HTMLElement} */ (shown.querySelector(css));
  /** @param {string} css @param {(string | Node)[]} nodes */
  const put = (css, ...nodes) => item.querySelector(css)?.replaceChildren(...nodes);
  linkIn(item).href = linkIn(shown).href;
  put("b", [...shown.querySelectorAll(".who")].map(({ textContent }) => textContent).join(comma()));
  put(".round", part("h2").textContent.trim());
  put(".which", ...copiesOf(part("p").childNodes));
  return item;
}

/** @param {string} table @param {HTMLAnchorElement} goOn */
function leadTo(table, goOn) {
  goOn.href = table;
  for (const other of dock.querySelectorAll(".btn:not(#new, #go-on)")) other.remove();
  dock.querySelector("#new")?.classList.add("ghost");
  dock.append(goOn);
}
