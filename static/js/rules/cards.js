// What cards are worth, and the ways of scoring: companion/rules/cards.py, scoring/ and recounting.py in the browser.
// Values are the card classes of a deal, dearest first, each { key, ranks, value, wild }. A hand is as the log has it: { cards } by
// name, { points } as a typed total, or blank: {}. A played round is { ruleset, deal, play }.
export const JOKER = "Joker";
export const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
export const bySeat = (seats, of) => Object.fromEntries(seats.map((seat) => [seat, of(seat)]));

export class UnknownCard extends Error {
  constructor(card) {
    super(card);
    this.card = card;
  }
}

/** @type {(values: CardClass[], name: string) => CardClass | null} */
export const find = (values, name) => values.find(({ key, ranks }) => key === name || ranks.includes(name)) ?? null;

// How many cards of a rank, of a class, and in all are in play.
export function copies({ pack }, { decks }, rank) {
  return rank === JOKER ? decks.jokers : decks.decks * pack.copies[pack.ranks.indexOf(rank)];
}
export const classCopies = (ruleset, deal, { ranks }) => sum(ranks.map((rank) => copies(ruleset, deal, rank)));
export const cardsInPlay = ({ pack }, { decks }) => decks.jokers + decks.decks * sum(pack.copies);

/** @type {(hand?: Hand | null) => boolean} */
export const isBlank = (hand) => (hand?.cards ?? hand?.points ?? null) === null;
/** @type {(hand: Hand) => number | null} */
export const size = ({ cards }) => (cards ? sum(Object.values(cards)) : null);
/** @type {(hand: Hand) => boolean} */
export const isEmpty = (hand) => size(hand) === 0 || hand.points === 0;

// Nobody counts the hand of the player who went out.
/** @type {(play: RoundPlay, seat: Seat) => Hand} */
export const handOf = ({ hands, went_out }, seat) => hands[seat] ?? (seat === went_out ? { cards: {} } : {});
/** @type {(play: RoundPlay, seat: Seat) => Hand} */
export const meldsOf = ({ melded }, seat) => melded[seat] ?? {};

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
const cardsLeft = { points: worths, worth: handWorth, missing: missingHand, counted: (play, seat) => [handOf(play, seat)] };

// One line a way of scoring, by its name in a ruleset.
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

// The points of everybody dealt in, adjustments included; a play-off costs nothing.
export function roundPoints(played) {
  const { deal, play, ruleset } = played;
  if (deal.playoff) return bySeat(deal.players, () => 0);
  const points = SCHEMES[ruleset.scoring].points(played);
  return bySeat(deal.players, (seat) => points[seat] + (play.adjustments[seat]?.points ?? 0));
}

// Nobody went out, and the table deals such a round again.
export const isVoid = ({ ruleset, play }) => play.went_out === null && ruleset.end.blocked === "void";

// The round in the card classes of this deal; a hand they have no price for is what was said of it, else blank.
export function inCardClasses(ruleset, play, deal, recounted) {
  const inClasses = (hands) => bySeat(Object.keys(hands), (seat) => handInClasses(ruleset, deal.values, hands[seat]));
  const [hands, melded] = [inClasses(play.hands), inClasses(play.melded)];
  for (const { number, seat, melded: isMelded, hand } of recounted) {
    const counted = isMelded ? melded : hands;
    const holdsCards = deal.players.includes(seat) && (isMelded || seat !== play.went_out);
    if (number === deal.number && holdsCards && isBlank(counted[seat])) counted[seat] = hand;
  }
  return { ...play, hands, melded };
}

function handInClasses(ruleset, values, hand) {
  if (!hand.cards || Object.keys(hand.cards).every((name) => find(values, name))) return hand;
  const cards = {};
  for (const [name, count] of Object.entries(hand.cards)) {
    if (!count) continue; // none of them has a price by any rules
    const cardClass = nowCalled(ruleset, values, name);
    if (!cardClass) return {};
    const key = cardClass.ranks.includes(name) ? name : cardClass.key;
    cards[key] = (cards[key] ?? 0) + count;
  }
  return { cards };
}

// The class that holds every card once counted by this name, such as `3-9` or `Joker/2`; null where they differ.
export function nowCalled({ pack }, values, name) {
  const known = find(values, name);
  if (known) return known;
  const classes = new Set(name.split("/").flatMap((part) => span(pack.ranks, part).map((rank) => find(values, rank))));
  return classes.size === 1 ? [...classes][0] : null;
}

function span(ranks, key) {
  const dash = key.indexOf("-");
  const [low, high] = [ranks.indexOf(key.slice(0, dash)), ranks.indexOf(key.slice(dash + 1))];
  return dash < 0 || low < 0 || high < 0 ? [key] : ranks.slice(high, low + 1);
}
