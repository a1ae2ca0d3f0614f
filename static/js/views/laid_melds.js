// The melds that a player has put on the table during the round, as small cards:
// web/view_models/open_round.py in the browser.
const [CARD, APART] = [21, 19];

/** @param {LaidMeld[]} melds @param {Ruleset["pack"]} pack @returns {MeldOnTable[]} */
export const meldsOnTable = (melds, { ranks }) =>
  melds.map(({ number, cards }) => {
    const all = lowToHigh(cards, ranks);
    const placed = all.map((rank, n) => ({ rank, x: APART * n }));
    return { number, width: APART * (all.length - 1) + CARD, cards: placed };
  });

// In the order of the pack, whose ranks go from high to low, then cards of no rank.
/** @param {Cards} cards @param {string[]} ranks @returns {string[]} */
function lowToHigh(cards, ranks) {
  const known = [...ranks].reverse().filter((rank) => rank in cards);
  const others = Object.keys(cards)
    .filter((name) => !known.includes(name))
    .sort();
  return [...known, ...others].flatMap((name) => Array(cards[name]).fill(name));
}
