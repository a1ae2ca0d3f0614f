// The round as one page: every tap is decided on the page's own copy of the log, shown at once, and sent in the
// background.
import "../drawing/above_dock.js";
import { inThisBrowser } from "../browser/storage.js";
import { fill } from "../drawing/islands.js";
import "./escape.js";
import { openGame } from "../sync/game.js";
import { install } from "../offline/installing.js";
import { bringBack } from "../sync/left_out.js";
import { makeOnePage } from "../places/one_page.js";
import { handPlace, nextHandPlace } from "../places/hand.js";
import { meldPlace } from "../places/meld.js";
import { outPlace } from "../places/out.js";
import { seatPlace } from "../places/seat.js";
import { reviewPlace } from "../places/review.js";
import { sheetPlace } from "../places/sheet.js";
import { tablePlace } from "../places/table.js";
import { twoOutPlace } from "../places/two_out.js";
import { twoRoundsPlace } from "../places/two_rounds.js";
import { undoing } from "../places/undo.js";
import { wonPlace } from "../places/won.js";
import { rollTotals } from "../drawing/rolling.js";
import { showState } from "../drawing/state_line.js";
import { takeAnswer } from "../sync/two_counts.js";
import { markWaiting, unmark } from "../offline/without_network.js";

const game = /** @type {OpenGamePage} */ (await openGame(document));
takeAnswer(game, location);
const isBroughtBack = bringBack(game, location.hash);
const line = showState(game, /** @type {WithData<string>} */ (document.getElementById("live")));
const page = makeOnePage(game, line);

// A place of this page in its current state, by its path, with everything needed to draw it.
/** @param {string} path */
export async function drawnHere(path) {
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
  import("./nudge.js").then(({ nudge }) => nudge(game, page)).catch(() => {});

// Read aloud: loaded if it is on, displayed, or about to be opened.
/** @type {Promise<void | null> | null} */ let spoken = null;
async function bringAloud() {
  const { aloudPlace, readAloud } = await import("./aloud.js");
  page.add(aloudPlace);
  readAloud(game, page);
}
const aloud = () => (spoken ??= bringAloud().catch(() => (spoken = null)));
if (/\/aloud$/.test(location.pathname)) await aloud();
else if (inThisBrowser((storage) => storage.aloud)) aloud();
document.addEventListener("toggle", ({ target }) => /** @type {Element} */ (target).id === "more" && aloud(), true);

cameTo();
for (const news of ["online", "offline"]) addEventListener(news, showWays);
game.addEventListener("change", showWays);
document.addEventListener("news", showWays);
document.addEventListener("news", cameTo);
page.open(
  [
    tablePlace,
    seatPlace,
    meldPlace,
    outPlace,
    twoOutPlace,
    twoRoundsPlace,
    nextHandPlace,
    handPlace,
    reviewPlace,
    sheetPlace,
    wonPlace,
  ],
  [undoing],
);
remind();
game.addEventListener("change", remind);
if (isBroughtBack) page.meet();
install();
