// One player scores the hands of all others; twin of companion/rules/judging/scoring.py.
import { bySeat, sum } from "../../model/cards.js";
import { cardsLeft } from "./cards_left.js";

/** @type {Scheme} */
export const winnerCollects = {
  ...cardsLeft,
  points(scores, { deal, play }) {
    const all = sum(Object.values(scores));
    return bySeat(deal.players, (seat) => (seat === play.went_out ? all : 0));
  },
  handScore(worth, { ruleset, play }) {
    const factor = play.went_rummy && ruleset.rummy_doubles ? 2 : 1;
    return play.went_out === null ? 0 : factor * worth;
  },
};
