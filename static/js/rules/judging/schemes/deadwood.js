// What is outside the melds of a hand counts, up to a limit; who drops pays a fixed price; twin of
// companion/rules/judging/scoring.py.
import { bySeat, sum } from "../../model/cards.js";
import { dropsOf } from "../../model/play.js";
import { cardsLeft } from "./cards_left.js";

/** @type {Scheme} */
export const cappedHands = {
  ...cardsLeft,
  handScore(worth, { ruleset, play }, seat) {
    const drop = dropsOf(play)[seat];
    if (drop && ruleset.drops) return ruleset.drops[drop];
    return ruleset.most_points === null ? worth : Math.min(worth, ruleset.most_points);
  },
  countsDeadwood: true,
};

// The points of a round add up to 0; nobody scores if nobody won it.
/** @type {Scheme} */
export const losersPay = {
  ...cappedHands,
  isZeroSum: true,
  points(scores, { deal, play }) {
    const out = play.went_out;
    if (out === null || !deal.players.includes(out)) return bySeat(deal.players, () => 0);
    /** @type {BySeat<number>} */
    const lost = { ...scores, [out]: 0 };
    return { ...lost, [out]: 0 - sum(Object.values(lost)) };
  },
  handScore: (worth, played, seat) =>
    played.play.went_out === null ? 0 : 0 - cappedHands.handScore(worth, played, seat),
};
