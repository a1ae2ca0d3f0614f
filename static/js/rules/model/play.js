// The hands of a round, and its answered doubts; twin of companion/rules/model/play.py. A hand is as in the log:
// { cards } by name, { points } as a typed total, or blank: {}.
import { sum } from "./cards.js";

// The end of a round as stored where players knock: gin unless another one is played.
/** @type {(ruleset: Pick<Ruleset, "endings">, said?: RoundPlay["ending"]) => NonNullable<RoundPlay["ending"]>} */
export const endingOf = ({ endings }, said) => (said && endings.includes(said) ? said : "gin");

// The way in which a round was ended, as stored; null if nobody did.
/** @param {Ended} play @returns {Closed | null} */
export const closedAs = ({ went_out: out, went_rummy: rummy, ending }) =>
  out === null ? null : (ending ?? (rummy ? "rummy" : "out"));

// The same by these rules.
/** @param {Pick<Ruleset, "endings">} ruleset @param {Ended} play @returns {Closed | null} */
export function closedBy(ruleset, play) {
  const closed = closedAs(play);
  return closed && ruleset.endings.length ? endingOf(ruleset, play.ending) : closed;
}

// The parts of a round that are keyed by seat.
/** @type {("hands" | "buys" | "adjustments" | "melded")[]} */
export const BY_SEAT = ["hands", "buys", "adjustments", "melded"];

/** @type {(hand?: Hand | null) => boolean} */
export const isBlank = (hand) => (hand?.cards ?? hand?.points ?? null) === null;

/** @type {(hand: Hand) => number | null} */
export const size = ({ cards }) => (cards ? sum(Object.values(cards)) : null);

// Whether there are cards, or points of cards.
/** @type {(hand: Hand) => boolean} */
export const hasSome = (hand) => Boolean(size(hand) || hand.points);

/** @type {(hand: Hand) => boolean} */
export const isEmpty = (hand) => size(hand) === 0 || hand.points === 0;

// Whether this seat has no cards left: it went out, unless by a knock, or with a partner.
/** @type {(play: Pick<RoundPlay, "went_out" | "ending" | "partners">, seat: Seat) => boolean} */
export const isOut = ({ went_out, ending, partners }, seat) => seat === went_out && ending !== "knock" && !partners;

// The players who gave the round up, by seat, each with their drop.
/** @type {(play: Pick<RoundPlay, "drops">) => NonNullable<RoundPlay["drops"]>} */
export const dropsOf = ({ drops = {} }) => drops;

// The players who dropped, which a wrong declaration does not do by choice.
/** @param {RoundPlay} play @returns {Seat[]} */
export const gaveUp = (play) =>
  Object.entries(dropsOf(play)).flatMap(([seat, drop]) => (drop === "wrong" ? [] : [Number(seat)]));

// The hand of the player who went out is not counted, nor that of one who dropped.
/** @type {(play: CountedPlay, seat: Seat) => Hand} */
export const handOf = (play, seat) =>
  play.hands[seat] ?? (isOut(play, seat) || seat in dropsOf(play) ? { cards: {} } : {});

/** @type {(play: Pick<RoundPlay, "melded">, seat: Seat) => Hand} */
export const meldsOf = ({ melded }, seat) => melded[seat] ?? {};

// Whether any cards are counted, left or melded.
/** @param {RoundPlay} play */
export const hasCounts = ({ hands, melded }) => ![hands, melded].every((part) => Object.values(part).every(isBlank));

// The cards and bonuses counted at a seat, by key, in melds and leftovers together.
/** @param {CountedPlay & Pick<RoundPlay, "melded">} play @param {Seat} seat @param {Cards} [counts] */
export function cardCounts(play, seat, counts = {}) {
  for (const { cards = {} } of [handOf(play, seat), meldsOf(play, seat)])
    for (const key in cards) counts[key] = (counts[key] ?? 0) + cards[key];
  return counts;
}

// Answered doubts, in the order of the log.
/** @param {Answer} answer */
const answerText = ([code, seat]) => `${code}', ${seat ?? "None"}`;

/** @param {Answer[]} accepted */
export const sortedAnswers = (accepted) => [...accepted].sort((a, b) => (answerText(a) < answerText(b) ? -1 : 1));
/** @param {Answer[]} accepted @param {Pick<Doubt, "code" | "seat">} doubt */
export const isAccepted = (accepted, { code, seat }) => accepted.some(([c, s]) => c === code && s === seat);
/** @param {Answers} answers @returns {Answer[]} */
export const answersIn = ({ accepted, not_asked: unasked = [] }) => [...accepted, ...unasked];
