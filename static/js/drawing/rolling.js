// The new totals roll in, once for each round that is written: also one that another phone has written.
const known = (game) => `rounds of ${game.link}`;
let looked = null; // when there were so many: storage is slow, and nothing has changed with most taps

export function rollTotals(game) {
  const written = game.state.rounds.length;
  if (written === looked) return;
  looked = written;
  try {
    const before = Number(sessionStorage.getItem(known(game)) ?? -1);
    if (before !== written) sessionStorage.setItem(known(game), written);
    if (0 <= before && before < written) roll(document.querySelector(".seats"));
  } catch {
    // A browser that keeps nothing shows them without.
  }
}

// Once more where they have rolled before.
function roll(seats) {
  if (seats?.matches("[data-rolling]")) {
    delete seats.dataset.rolling;
    seats.getBoundingClientRect();
  }
  if (seats) seats.dataset.rolling = "";
}
