// Decks, card classes, and the number of their cards; twin of companion/rules/model/cards.py.
// Values are the card classes of a deal, the highest value first, each { key, ranks, value, wild }.

// The points of cards; twin of companion/rules/model/cards.py.

export class UnknownCard extends Error {
  /** @param {string} card */
  constructor(card) {
    super(card);
    this.card = card;
  }
}

/** @param {CardClass[]} values @param {Hand} hand @returns {number} */
export function handPoints(values, { points, cards }) {
  return points ?? sum(Object.entries(cards ?? {}).map(([name, count]) => price(values, name) * count));
}

/** @param {CardClass[]} values @param {string} name */
function price(values, name) {
  const cardClass = find(values, name);
  if (!cardClass) throw new UnknownCard(name);
  return cardClass.value;
}

export const JOKER = "Joker";
/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
/** @template T @template {Seat | string} S @param {S[]} seats @param {(seat: S) => T} of @returns {BySeat<T>} */
export const bySeat = (seats, of) => Object.fromEntries(seats.map((seat) => [seat, of(seat)]));

/** @type {(values: CardClass[], name: string) => CardClass | null} */
export const find = (values, name) => values.find(({ key, ranks }) => key === name || ranks.includes(name)) ?? null;

// Whether all these cards have a class.
/** @param {CardClass[]} values @param {Cards} cards */
export const isPriced = (values, cards) => Object.keys(cards).every((name) => find(values, name));

// The number of cards in play: of a rank, of a class, and in all.
/** @param {WithPack} ruleset @param {WithDecks} deal @param {string} rank */
export function copies({ pack }, { decks }, rank) {
  return rank === JOKER ? decks.jokers : decks.decks * pack.copies[pack.ranks.indexOf(rank)];
}

/** @param {WithPack} ruleset @param {WithDecks} deal @param {Pick<CardClass, "ranks">} cardClass */
export const classCopies = (ruleset, deal, { ranks }) => sum(ranks.map((rank) => copies(ruleset, deal, rank)));
/** @param {WithPack} ruleset @param {WithDecks} deal */
export const cardsInPlay = ({ pack }, { decks }) => decks.jokers + decks.decks * sum(pack.copies);
