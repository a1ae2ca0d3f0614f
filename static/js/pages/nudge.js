// A reminder over the whole screen: the round is over, and the person whose phone this is has a hand to count. It
// waits for a pause between taps, and "Not now" puts it off for this round. Loaded once a round is over.
import { loadedStylesheet, pause } from "../browser/page_events.js";
import { inThisTab, textOf } from "../browser/storage.js";
import { onlyPoints } from "../rules/judging/scoring.js";
import { handState } from "../views/open_round.js";

const QUIET = 1200; // ms without a tap before it appears
const DEAF = 400; // ms in which a tap was meant for what it covers
const LOOK_AGAIN = 200;
const PLACES = /^(sheet)?$/; // elsewhere somebody counts, or is asked something

let lastTouched = performance.now();
for (const type of ["pointerdown", "pointerup", "keydown", "scroll"])
  addEventListener(type, () => (lastTouched = performance.now()), { capture: true, passive: true });

const dialog = () => document.getElementById("nudge");
let isWaiting = false;

// Show or remove the reminder by the state of the game; `page` is that of places/one_page.js.
/** @param {OpenGamePage} game @param {OnePage} page */
export async function nudge(game, page) {
  if (!mustCount(game)) return dialog()?.remove();
  if (isWaiting || isPutOff(game)) return undefined;
  isWaiting = true;
  await page.come();
  while (performance.now() - lastTouched < QUIET) await pause(LOOK_AGAIN);
  isWaiting = false;
  if (!mustCount(game) || isPutOff(game) || !PLACES.test(page.path())) return dialog()?.remove();
  return show(game, page);
}

/** @param {OpenGamePage} game */
function mustCount(game) {
  const { ruleset, seat, counting } = game;
  const { open } = game.state;
  if (!game.mayScore || seat === null || !open?.over || onlyPoints(open)) return false;
  return open.deal.players.includes(seat) && handState(ruleset, open, seat, counting) === "to_count";
}

/** @param {OpenGamePage} game */
const roundOf = (game) => `nudge ${game.link} ${game.state.open?.deal.number} ${game.seat}`;

const putOff = textOf("nudge", inThisTab);
/** @param {OpenGamePage} game */
const isPutOff = (game) => putOff.get() === roundOf(game);

/** @param {OpenGamePage} game */
function modelOf(game) {
  const { open, names } = /** @type {OpenState} */ (game.state);
  const rows = open.deal.players.map((seat) => {
    const isDone = handState(game.ruleset, open, seat, []) !== "to_count";
    return { seat, name: names[seat], is_done: isDone, is_own: seat === game.seat };
  });
  return {
    name: names[Number(game.seat)],
    out: names[open.play.went_out ?? -1] ?? null,
    ending: open.play.ending ?? null,
    others: rows.filter(({ is_done, is_own }) => !is_done && !is_own).length,
    seats: rows,
  };
}

/** @param {OpenGamePage} game @param {OnePage} page */
async function show(game, page) {
  const [style, drawn] = page
    .said("nudge", { ...modelOf(game), colour: page.colour(Number(game.seat)) })
    .filter((node) => node instanceof HTMLElement);
  if (!(drawn instanceof HTMLDialogElement)) return;
  const before = dialog();
  if (before) {
    before.querySelector(".stage")?.replaceWith(drawn.querySelector(".stage") ?? "");
    return;
  }
  await Promise.resolve(loadedStylesheet(/** @type {HTMLLinkElement} */ (style))).catch(() => {});
  document.body.append(drawn);
  drawn.showModal();
  const opened = performance.now();
  drawn.addEventListener("click", ({ target }) => {
    const value = /** @type {Element} */ (target).closest("button")?.value;
    if (!value || performance.now() - opened < DEAF) return;
    drawn.close(value);
  });
  drawn.addEventListener("close", () => {
    putOff.set(roundOf(game));
    drawn.remove();
    if (drawn.returnValue === "count") page.go(`count/${game.seat}`);
  });
}
