// The points of each player in a round; twin of companion/rules/judging/scoring.py. A played round is
// { ruleset, deal, play }.
import { bySeat, find, sum } from "../model/cards.js";
import { handOf, isBlank, meldsOf } from "../model/play.js";

export class UnknownCard extends Error {
  constructor(card) {
    super(card);
    this.card = card;
  }
}

/** @param {CardClass[]} values @param {Hand} hand @returns {number} */
export function handPoints(values, { points, cards }) {
  return points ?? sum(Object.entries(cards ?? {}).map(([name, count]) => price(values, name) * count));
}

function price(values, name) {
  const cardClass = find(values, name);
  if (!cardClass) throw new UnknownCard(name);
  return cardClass.value;
}

const missingHand = (hand) => (isBlank(hand) ? "hand" : null);
const handWorth = (values, hand) => handPoints(values, hand);
const worths = (played) => bySeat(played.deal.players, (seat) => worth(played, seat));
const cardsLeft = {
  points: worths,
  worth: handWorth,
  missing: missingHand,
  counted: (play, seat) => [handOf(play, seat)],
};

// The scoring schemes, by their names in a ruleset.
export const SCHEMES = {
  leftover_against_holder: cardsLeft,
  winner_collects: { ...cardsLeft, points: collected },
  melded_minus_hand: {
    points: worths,
    worth: (values, hand, melded) => handPoints(values, melded) - handPoints(values, hand),
    missing: (hand, melded) => (isBlank(melded) ? (isBlank(hand) ? "both" : "melds") : missingHand(hand)),
    counted: (play, seat) => [handOf(play, seat), meldsOf(play, seat)],
    meldsScore: true,
  },
};

export const meldsScore = ({ deal }) => Boolean(SCHEMES[deal.scoring].meldsScore);

function collected(played) {
  const { ruleset, deal, play } = played;
  const factor = play.went_rummy && ruleset.rummy_doubles ? 2 : 1;
  const all = factor * sum(Object.values(worths(played)));
  return bySeat(deal.players, (seat) => (seat === play.went_out ? all : 0));
}

export function worth({ deal, play }, seat) {
  return SCHEMES[deal.scoring].worth(deal.values, handOf(play, seat), meldsOf(play, seat));
}

export const missing = ({ deal, play }, seat) =>
  SCHEMES[deal.scoring].missing(handOf(play, seat), meldsOf(play, seat));

// The points of all players dealt in, with adjustments; a play-off scores nothing.
export function roundPoints(played) {
  const { deal, play, ruleset } = played;
  if (deal.playoff) return bySeat(deal.players, () => 0);
  const points = SCHEMES[ruleset.scoring].points(played);
  return bySeat(deal.players, (seat) => points[seat] + (play.adjustments[seat]?.points ?? 0));
}
