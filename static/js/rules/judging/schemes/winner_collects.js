// One player scores the hands of all others; twin of companion/rules/judging/schemes/winner_collects.py.
import { bySeat, sum } from "../../model/cards.js";
import { cardsLeft } from "./cards_left.js";

/** @type {Scheme} */
export const winnerCollects = {
  ...cardsLeft,
  points: (worths, { ruleset, deal, play }) => {
    const factor = play.went_rummy && ruleset.rummy_doubles ? 2 : 1;
    const all = factor * sum(Object.values(worths));
    return bySeat(deal.players, (seat) => (seat === play.went_out ? all : 0));
  },
};
