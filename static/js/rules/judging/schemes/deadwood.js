// What is outside the melds of a hand counts, up to a limit; who drops pays a fixed price; twin of
// companion/rules/judging/schemes/deadwood.py.
import { bySeat, sum } from "../../model/cards.js";
import { dropsOf } from "../../model/play.js";
import { cardsLeft } from "./cards_left.js";

/** @param {number} worth @param {Played} played @param {Seat} seat */
function cost(worth, { ruleset, play }, seat) {
  const drop = dropsOf(play)[seat];
  if (drop && ruleset.drops) return ruleset.drops[drop];
  return ruleset.most_points === null ? worth : Math.min(worth, ruleset.most_points);
}

/** @type {Scheme["points"]} */
const costs = (worths, played) => bySeat(played.deal.players, (seat) => cost(worths[seat], played, seat));

/** @type {Scheme} */
export const cappedHands = { ...cardsLeft, points: costs, countsDeadwood: true };

// The points of a round add up to 0; nobody scores if nobody won it.
/** @type {Scheme} */
export const losersPay = {
  ...cappedHands,
  isZeroSum: true,
  points: (worths, played) => {
    const { deal, play } = played;
    const out = play.went_out;
    if (out === null || !deal.players.includes(out)) return bySeat(deal.players, () => 0);
    /** @type {BySeat<number>} */
    const lost = { ...costs(worths, played), [out]: 0 };
    return bySeat(deal.players, (seat) => (seat === out ? sum(Object.values(lost)) : 0 - lost[seat]));
  },
};
