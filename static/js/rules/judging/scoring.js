// The points of each player in a round; twin of companion/rules/judging/scoring.py. A played round is
// { ruleset, deal, play }.
import { bySeat } from "../model/cards.js";
import { handOf, meldsOf } from "../model/play.js";
import { cardsLeft } from "./schemes/cards_left.js";
import { cappedHands, losersPay } from "./schemes/deadwood.js";
import { knockDifference } from "./schemes/knock_difference.js";
import { meldedMinusHand } from "./schemes/melded_minus_hand.js";
import { winnerCollects } from "./schemes/winner_collects.js";

// The scoring schemes, by their names in a ruleset.
/** @type {Record<string, Scheme>} */
export const SCHEMES = {
  leftover_against_holder: cardsLeft,
  winner_collects: winnerCollects,
  melded_minus_hand: meldedMinusHand,
  knock_difference: knockDifference,
  capped_hands: cappedHands,
  losers_pay: losersPay,
};

/** @param {{ deal: Pick<Deal, "scoring"> }} played */
export const meldsScore = ({ deal }) => Boolean(SCHEMES[deal.scoring].meldsScore);

/** @param {{ deal: Deal, play: CountedPlay }} played @param {Seat} seat */
export function worth({ deal, play }, seat) {
  return SCHEMES[deal.scoring].worth(deal.values, handOf(play, seat), meldsOf(play, seat));
}

// The points that the hand of a player brings, also to a winner who collects it.
/** @param {Played} played @param {Seat} seat */
export const handScore = (played, seat) =>
  SCHEMES[played.ruleset.scoring].handScore(worth(played, seat), played, seat);

/** @param {Pick<Played, "deal" | "play">} played @param {Seat} seat */
export const missing = ({ deal, play }, seat) =>
  SCHEMES[deal.scoring].missing(handOf(play, seat), meldsOf(play, seat));

// The points of all players dealt in, with adjustments; a play-off scores nothing.
/** @param {Played} played @returns {BySeat<number>} */
export function roundPoints(played) {
  const { deal, play, ruleset } = played;
  if (deal.playoff) return bySeat(deal.players, () => 0);
  const scores = bySeat(deal.players, (seat) => handScore(played, seat));
  const points = SCHEMES[ruleset.scoring].points(scores, played);
  return bySeat(deal.players, (seat) => points[seat] + (play.adjustments[seat]?.points ?? 0));
}
