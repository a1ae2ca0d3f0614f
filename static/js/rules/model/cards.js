// Decks, card classes, and the number of their cards; twin of companion/rules/model/cards.py.
// Values are the card classes of a deal, the highest value first, each { key, ranks, value, wild }; then bonuses,
// which have no ranks, but the part of a hand in which each counts. Low cards at the value of their rank are those
// that a class has `also`, each with its rank.

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
  return (
    points ??
    sum(Object.entries(cards ?? {}).map(([name, count]) => worthOf(classOf(values, name) ?? unknown(name), count)))
  );
}

// The points of this number of cards of a class, or of a bonus.
/** @param {Pick<CardClass, "value" | "by_count">} cardClass @param {number} count */
export const worthOf = ({ value, by_count: byCount }, count) =>
  byCount && count > 0 ? byCount[Math.min(count, byCount.length) - 1] : value * count;

/** @param {string} name @returns {never} */
function unknown(name) {
  throw new UnknownCard(name);
}

// The low card that a card of this name is or may be.
/** @param {CardClass[]} values @param {string} name */
export const lowOf = (values, name) => values.find(({ key, run }) => run && (key === name || run[0] === name));

// The low cards that some of these cards may be: nobody has said how many of them are.
/** @param {CardClass[]} values @param {Cards} cards */
export const undecidedLowCards = (values, cards) =>
  values.filter(
    ({ key, run }) =>
      run && !(key in cards) && [run[0], classOf(values, run[0])?.key].some((name) => cards[name ?? ""]),
  );

// These cards after a tap on one that is counted by this name: a low ace is high, or back.
/** @param {CardClass[]} values @param {Cards} cards @param {string} name @returns {Cards} */
export function turned(values, cards, name) {
  const low = lowOf(values, name);
  if (!low?.run || !cards[name]) return cards;
  const other = name === low.key ? low.run[0] : low.key;
  return { ...cards, [name]: cards[name] - 1, [other]: (cards[other] ?? 0) + 1 };
}

// Whether one ace would be in two runs: Q-K-A-2-3; with a 4, 2-3-4 is a run without it.
/** @param {CardClass[]} values @param {string[]} ranks @param {Cards} cards */
export const goAroundCorner = (values, ranks, cards) =>
  values.some(
    ({ key, run }) =>
      run?.every((rank) => cards[rank]) &&
      endsARun(ranks, run, cards) &&
      !cards[key] &&
      !cards[ranks[ranks.length - run.length]],
  );

// Whether the only ace is the end of Q-K-A; J-Q-K is a run without it.
/** @param {string[]} ranks @param {string[]} run @param {Cards} cards */
const endsARun = (ranks, [ace, ...run], cards) =>
  ace === ranks[0] &&
  cards[ace] === 1 &&
  ranks.slice(0, run.length + 1).every((rank) => cards[rank]) &&
  !cards[ranks[run.length + 1]];

const SET = 3;

// These melded cards; if a run such as A-2-3 is among them, its first card is a low one, unless somebody has chosen.
// `ranks` are those of the pack.
/** @param {CardClass[]} values @param {string[]} ranks @param {Cards} cards @returns {Cards} */
export function withLowCards(values, ranks, cards) {
  const low = values.find(
    ({ key, run }) => run?.every((rank) => cards[rank]) && !(key in cards) && cards[run[0]] < SET,
  );
  return low?.run && !endsARun(ranks, low.run, cards) ? turned(values, cards, low.run[0]) : cards;
}

export const JOKER = "Joker";
/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
/** @template T @template {Seat | string} S @param {S[]} seats @param {(seat: S) => T} of @returns {BySeat<T>} */
export const bySeat = (seats, of) => Object.fromEntries(seats.map((seat) => [seat, of(seat)]));
/** @param {object} rows @returns {Seat[]} */
export const seatsOf = (rows) => Object.keys(rows).map(Number);

/** @type {(values: CardClass[], name: string) => CardClass | null} */
export const classOf = (values, name) =>
  values.find(({ key, ranks, also }) => key === name || ranks.includes(name) || also?.[name]) ?? null;

// The rank of each low card, by its key.
/** @param {CardClass[]} values @returns {Record<string, string>} */
export const lowRanks = (values) =>
  Object.assign({}, ...values.map(({ key, run, also }) => (run ? { [key]: run[0] } : also)));

// What is counted in this part of a hand: the cards, then its bonuses.
/** @param {CardClass[]} values @param {CountedPart} part */
export const ofPart = (values, part) => values.filter(({ counts }) => (counts ?? part) === part);
/** @param {CardClass[]} values @param {string} name @param {CountedPart} part */
export const isCountedIn = (values, name, part) => classOf(ofPart(values, part), name) !== null;

// Whether all these cards have a class.
/** @param {CardClass[]} values @param {Cards} cards */
export const isPriced = (values, cards) => Object.keys(cards).every((name) => classOf(values, name));

// The number of cards in play: of a rank, of a class, and in all.
/** @param {WithPack} ruleset @param {WithDecks} deal @param {string} rank */
export function copies({ pack }, { decks }, rank) {
  return rank === JOKER ? decks.jokers : decks.decks * pack.copies[pack.ranks.indexOf(rank)];
}

/** @param {WithPack} ruleset @param {WithDecks} deal @param {Pick<CardClass, "ranks">} cardClass */
export const classCopies = (ruleset, deal, { ranks }) => sum(ranks.map((rank) => copies(ruleset, deal, rank)));
// How many of these cards are of a class.
/** @param {Pick<CardClass, "key" | "ranks">} cardClass @param {Cards} cards */
export const countOf = ({ key, ranks }, cards) => sum([...new Set([key, ...ranks])].map((name) => cards[name] ?? 0));
/** @param {WithPack} ruleset @param {WithDecks} deal */
export const cardsInPlay = ({ pack }, { decks }) => decks.jokers + decks.decks * sum(pack.copies);
