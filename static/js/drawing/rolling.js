import { inThisTab } from "../browser/storage.js";

// The new totals roll in once for each written round, also for one from another phone.
/** @param {{ link: string }} game */
const known = (game) => `rounds of ${game.link}`;
// The number of rounds of the last check: storage is slow, and most taps write no round.
/** @type {number | null} */ let looked = null;

/** @param {OpenGamePage} game */
export function rollTotals(game) {
  const written = game.state.rounds.length;
  if (written === looked) return;
  looked = written;
  inThisTab((storage) => {
    const before = Number(storage.getItem(known(game)) ?? -1);
    if (before !== written) storage.setItem(known(game), String(written));
    if (0 <= before && before < written) roll(document.querySelector(".seats"));
  });
}

// Also if they have rolled before.
/** @param {HTMLElement | null} seats */
function roll(seats) {
  if (seats?.matches("[data-rolling]")) {
    delete seats.dataset.rolling;
    seats.getBoundingClientRect();
  }
  if (seats) seats.dataset.rolling = "";
}
