// The player with less deadwood scores the difference; twin of companion/rules/judging/scoring.py.
import { bySeat, sum } from "../../model/cards.js";
import { cardsLeft } from "./cards_left.js";

/** @type {Scheme} */
export const knockDifference = {
  ...cardsLeft,
  points(scores, { ruleset: { knocking }, deal, play }) {
    const { went_out: knocker, ending } = play;
    /** @param {number} points @param {(seat: Seat) => boolean} isTheirs */
    const only = (points, isTheirs) => bySeat(deal.players, (seat) => (isTheirs(seat) ? points : 0));
    if (!knocking || knocker === null || !deal.players.includes(knocker)) return only(0, () => false);
    const margin = sum(Object.values(scores)) - 2 * scores[knocker];
    /** @param {Seat} seat */
    const isKnocker = (seat) => seat === knocker;
    if (ending !== "knock") return only(margin + ginBonus(knocking, ending), isKnocker);
    if (margin > 0) return only(margin, isKnocker);
    const isUndercut = margin < 0 || knocking.equal === "undercut";
    return only(isUndercut ? knocking.undercut - margin : 0, (seat) => !isKnocker(seat));
  },
};

/** @param {Knocking} knocking @param {RoundPlay["ending"]} ending */
const ginBonus = ({ gin, big_gin: bigGin }, ending) => (ending === "big_gin" && bigGin) || gin;
