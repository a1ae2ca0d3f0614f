// The round as one page: every tap is decided on the page's own copy of the log, shown at once, and sent in the
// background. The table can be tapped once this script is there; it loads the other places of the round afterwards.
import "../drawing/above_dock.js";
import { isBrought } from "../browser/bringing.js";
import { inThisBrowser } from "../browser/storage.js";
import { fill } from "../drawing/islands.js";
import "./escape.js";
import { openGame } from "../sync/game.js";
import { install } from "../offline/installing.js";
import { bringBack } from "../sync/left_out.js";
import { makeOnePage } from "../places/one_page.js";
import { outPlace } from "../places/out.js";
import { seatPlace } from "../places/seat.js";
import { tablePlace } from "../places/table.js";
import { undoing } from "../places/undo.js";
import { rollTotals } from "../drawing/rolling.js";
import { showState } from "../drawing/state_line.js";
import { takeAnswer } from "../sync/two_counts.js";
import { markWaiting, unmark } from "../offline/without_network.js";

const FURTHER = "./round/further.js";
// The addresses of the places in this script, below that of the game.
const OF_THIS_SCRIPT = /^(?:out(?:\/\d+)?|seat\/\d+|aloud)?$/;

const game = /** @type {OpenGamePage} */ (await openGame(document));
takeAnswer(game, location);
const isBroughtBack = bringBack(game, location.hash);
const line = showState(game, /** @type {WithData<string>} */ (document.getElementById("live")));
const page = makeOnePage(game, line, bringFurther);

// The other places.
/** @param {() => void} away */
async function bringFurther(away) {
  if (!(await isBrought(new URL(FURTHER, import.meta.url).href, away))) throw new Error(FURTHER);
  return (await import("./round/further.js")).furtherPlaces;
}

// A place of this page in its current state, by its path, with everything needed to draw it.
/** @param {string} path */
export async function drawnHere(path) {
  await page.complete();
  const drawn = await page.drawn(path);
  return { ...drawn, parts: drawn.parts().map(fill) };
}

// On a wide screen the sheet is beside the table; a phone does not load it.
function cameTo() {
  rollTotals(game);
  const isWide = matchMedia("(min-width: 43rem) and (min-height: 40rem)").matches;
  if (isWide && document.getElementById("beside")) import("./table.js");
}

// Links to pages of the server are disabled while offline.
function showWays() {
  if (game.trouble === "alone" || !navigator.onLine) markWaiting(page.has);
  else unmark();
}

// A reminder for the person whose phone this is.
const remind = () =>
  game.seat !== null &&
  (game.state.open?.over || document.getElementById("nudge")) &&
  import("./round/nudge.js").then(({ nudge }) => nudge(game, page)).catch(() => {});

// Read aloud: loaded if it is on, displayed, or about to be opened.
/** @type {Promise<void | null> | null} */ let spoken = null;
async function bringAloud() {
  const { aloudPlace, readAloud } = await import("./round/aloud.js");
  page.add(aloudPlace);
  readAloud(game, page);
}
const aloud = () => (spoken ??= bringAloud().catch(() => (spoken = null)));
document.addEventListener("toggle", ({ target }) => /** @type {Element} */ (target).id === "more" && aloud(), true);

// The other scripts import modules of this one, so this one must not await them before it has run.
export const opened = open();

async function open() {
  page.add(tablePlace, seatPlace, outPlace);
  page.standAtItsAddress();
  if (page.path() === "aloud") await aloud();
  else if (inThisBrowser((storage) => storage.aloud)) aloud();
  if (!OF_THIS_SCRIPT.test(page.path())) await page.complete();
  cameTo();
  page.open([undoing]);
  for (const news of ["online", "offline"]) addEventListener(news, showWays);
  game.addEventListener("change", showWays);
  document.addEventListener("news", showWays);
  document.addEventListener("news", cameTo);
  remind();
  game.addEventListener("change", remind);
  if (isBroughtBack) page.meet();
  install();
  page
    .come()
    .then(page.complete)
    .then(showWays)
    .catch(() => {});
  return page;
}
