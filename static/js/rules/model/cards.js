// Decks, card classes, and how many there are of them: companion/rules/model/cards.py in the browser.
// Values are the card classes of a deal, dearest first, each { key, ranks, value, wild }.
export const JOKER = "Joker";
export const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
export const bySeat = (seats, of) => Object.fromEntries(seats.map((seat) => [seat, of(seat)]));

/** @type {(values: CardClass[], name: string) => CardClass | null} */
export const find = (values, name) => values.find(({ key, ranks }) => key === name || ranks.includes(name)) ?? null;

// How many cards of a rank, of a class, and in all are in play.
export function copies({ pack }, { decks }, rank) {
  return rank === JOKER ? decks.jokers : decks.decks * pack.copies[pack.ranks.indexOf(rank)];
}

export const classCopies = (ruleset, deal, { ranks }) => sum(ranks.map((rank) => copies(ruleset, deal, rank)));
export const cardsInPlay = ({ pack }, { decks }) => decks.jokers + decks.decks * sum(pack.copies);
