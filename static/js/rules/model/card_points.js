// The points of cards; twin of companion/rules/model/cards.py.
import { find, sum } from "./cards.js";

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
