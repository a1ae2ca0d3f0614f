// The points of each player in a round; twin of companion/rules/judging/scoring.py. A played round is
// { ruleset, deal, play }.
import { bySeat, handPoints, sum } from "../model/cards.js";
import { dropsOf, handOf, isBlank, isOut, meldsOf } from "../model/play.js";
import { missedOf, rewardOf, winsGame } from "../model/state.js";

// Cards left in hand are a penalty; twin of companion/rules/judging/scoring.py. It is also the scheme from
// which others differ, like the class Scheme in Python.

/** @type {Scheme} */
const ownCards = {
  terms: (hands) => hands,
  handScore: (worth) => worth,
  parts: (values, hand) => [handPoints(values, hand)],
  missing: (hand) => (isBlank(hand) ? "hand" : null),
};

// Points of a hand, twice as many if another player went rummy where that doubles.
/** @param {number} points @param {Played} played @param {Seat} seat */
export const doubled = (points, { ruleset, play }, seat) =>
  play.went_rummy && ruleset.rummy_doubles && ![null, seat].includes(play.went_out) ? 2 * points : points;

// The cards left, or the price of not having opened.
/** @type {Scheme} */
const cardsLeft = {
  ...ownCards,
  handScore(worth, played, seat) {
    const { ruleset, play } = played;
    const hasNotOpened = seat in play.hands && !isOut(play, seat) && !play.laid_down.includes(seat);
    return doubled((hasNotOpened ? missedOf(ruleset) : null) ?? worth, played, seat);
  },
};

// What is outside the melds of a hand counts, up to a limit; who drops pays a fixed price; twin of
// companion/rules/judging/scoring.py.

/** @type {Scheme} */
const cappedHands = {
  ...ownCards,
  handScore(worth, played, seat) {
    const { ruleset, play } = played;
    const drop = dropsOf(play)[seat];
    if (drop && ruleset.drops) return ruleset.drops[drop];
    return doubled(Math.min(worth, ruleset.most_points ?? Infinity), played, seat);
  },
  countsDeadwood: true,
};

// The points of a round add up to 0; nobody scores if nobody won it.
/** @type {Scheme} */
const losersPay = {
  ...cappedHands,
  isZeroSum: true,
  terms(hands, { play }) {
    const out = play.went_out;
    if (out === null || !hands[out]) return {};
    return { ...hands, [out]: ofOthers(hands, out).map((lost) => -lost) };
  },
  handScore: (worth, played, seat) =>
    played.play.went_out === null ? 0 : 0 - cappedHands.handScore(worth, played, seat),
};

// The player with less deadwood scores the difference; twin of companion/rules/judging/scoring.py.

/** @type {Scheme} */
const knockDifference = {
  ...ownCards,
  paysKnocks: true,
  terms(hands, { ruleset: { knocking }, deal, play }) {
    const { went_out: out, ending } = play;
    if (!knocking || out === null || !hands[out]) return {};
    const terms = [...ofOthers(hands, out), -sum(hands[out])];
    const margin = sum(terms);
    if (ending !== "knock") return { [out]: [...terms, ginBonus(knocking, ending)] };
    if (margin > 0) return { [out]: terms };
    if (!margin && knocking.equal === "nobody") return {};
    const undercut = [...terms.map((term) => -term).reverse(), /** @type {number} */ (knocking.undercut)];
    return { ...bySeat(deal.players, () => undercut), [out]: [] };
  },
};

/** @param {Knocking} knocking @param {RoundPlay["ending"]} ending */
const ginBonus = ({ gin, big_gin: bigGin }, ending) => /** @type {number} */ ((ending === "big_gin" && bigGin) || gin);

// Melds score for their player; twin of companion/rules/judging/scoring.py.

/** @type {Scheme} */
const meldedMinusHand = {
  ...ownCards,
  parts: (values, hand, melded) => [handPoints(values, melded), -handPoints(values, hand)],
  missing: (hand, melded) => (isBlank(melded) ? (isBlank(hand) ? "both" : "melds") : ownCards.missing(hand)),
  meldsScore: true,
};

// One player scores the hands of all others; twin of companion/rules/judging/scoring.py.

/** @type {Scheme} */
const winnerCollects = {
  ...ownCards,
  terms: (hands, { play: { went_out: out } }) => (out === null ? {} : { [out]: ofAll(hands) }),
  handScore: (worth, played, seat) => (played.play.went_out === null ? 0 : doubled(worth, played, seat)),
};

// The points typed for each player, which may be negative: no cards are known, and nobody goes out.
/** @type {Scheme} */
const typedPoints = { ...ownCards, onlyPoints: true, missing: (hand) => (isBlank(hand) ? "points" : null) };

// The scoring schemes, by their names in a ruleset.
/** @type {Record<string, Scheme>} */
export const SCHEMES = {
  leftover_against_holder: cardsLeft,
  winner_collects: winnerCollects,
  melded_minus_hand: meldedMinusHand,
  knock_difference: knockDifference,
  capped_hands: cappedHands,
  losers_pay: losersPay,
  typed_points: typedPoints,
};

/** @param {{ deal: Pick<Deal, "scoring"> }} played */
export const onlyPoints = ({ deal }) => Boolean(SCHEMES[deal.scoring].onlyPoints);

/** @param {{ deal: Pick<Deal, "scoring"> }} played */
export const meldsScore = ({ deal }) => Boolean(SCHEMES[deal.scoring].meldsScore);

/** @param {{ deal: Deal, play: CountedPlay }} played @param {Seat} seat */
const partsOf = ({ deal, play }, seat) =>
  SCHEMES[deal.scoring].parts(deal.values, handOf(play, seat), meldsOf(play, seat));

/** @param {{ deal: Deal, play: CountedPlay }} played @param {Seat} seat */
export const worth = (played, seat) => sum(partsOf(played, seat));

// What the points that a hand brings add up from, also for a winner who collects it: its parts, or what it costs
// instead of them.
/** @param {Played} played @param {Seat} seat */
function handTerms(played, seat) {
  const parts = partsOf(played, seat);
  const score = SCHEMES[played.ruleset.scoring].handScore(sum(parts), played, seat);
  return score === sum(parts) ? parts : [score];
}

// The same, with the reward of the player who ended the round.
/** @param {Played} played @param {Seat} seat */
export const countedPoints = (played, seat) => sum(handTerms(played, seat)) + reward(played, seat);

/** @param {Played} played @param {Seat} seat */
const reward = (played, seat) => (seat === played.play.went_out && !winsGame(played) ? Number(rewardOf(played)) : 0);

/** @param {Pick<Played, "deal" | "play">} played @param {Seat} seat */
export const missing = ({ deal, play }, seat) =>
  SCHEMES[deal.scoring].missing(handOf(play, seat), meldsOf(play, seat));

// The points of all players dealt in.
/** @param {Played} played @returns {BySeat<number>} */
export function roundPoints(played) {
  const terms = roundTerms(played);
  return bySeat(played.deal.players, (seat) => sum(terms[seat]));
}

// What these points add up from, with the reward of the winner, and adjustments. A play-off scores nothing, and no
// hand counts in a round that wins the game.
/** @param {Played} played @returns {BySeat<number[]>} */
export function roundTerms(played) {
  const { deal, play, ruleset } = played;
  if (deal.playoff) return bySeat(deal.players, () => []);
  const terms = winsGame(played)
    ? {}
    : SCHEMES[ruleset.scoring].terms(
        bySeat(deal.players, (seat) => handTerms(played, seat)),
        played,
      );
  return bySeat(deal.players, (seat) => [
    ...(terms[seat] ?? []),
    reward(played, seat),
    play.adjustments[seat]?.points ?? 0,
  ]);
}

/** @param {BySeat<number[]>} hands */
const ofAll = (hands) => Object.values(hands).map(sum);

/** @param {BySeat<number[]>} hands @param {Seat} seat */
const ofOthers = (hands, seat) => ofAll({ ...hands, [seat]: [] });
