// The cards in play for the referee, and the order of their ranks in a run; twin of companion/rules/referee/deck.py.
export const ACE = "A";
const JOKER = "*";

// The cards for this number of players, null for the maximum; `wildRank` is that of the round.
/** @param {RefereeRules} rules @param {number | null} players @param {string | null} wildRank */
export function deckOf(rules, players, wildRank) {
  const row =
    rules.decks.find(({ up_to }) => players !== null && players <= up_to) ?? /** @type {Decks} */ (rules.decks.at(-1));
  const cards = rules.cards.map((card) => cardOf(card, row, wildRank));
  const ranks = [...new Set(cards.filter(({ suit }) => suit).map(({ rank }) => rank))];
  const known = new Map(cards.map((card) => [card.code, card]));
  const kinds = cards.filter(({ copies }) => copies);
  const bareWild = kinds.find(({ wild, suit }) => wild && !suit) ?? null;
  return {
    cards: known,
    order: ranks.filter((rank) => rank !== ACE),
    hasAce: ranks.includes(ACE),
    suits: rules.suits,
    kinds,
    bareWild,
  };
}

/** @param {CardOfRules} card @param {Decks} row @param {string | null} wildRank @returns {PlayingCard} */
function cardOf({ code, rank, suit, wild, copies, points, moving_points }, { decks, jokers }, wildRank) {
  const moves = Boolean(wildRank) && rank === wildRank;
  const inPlay = code === JOKER ? jokers : decks * copies;
  return {
    code,
    rank,
    suit,
    wild: wild || moves,
    copies: inPlay,
    points: moves && moving_points !== null ? moving_points : points,
  };
}

// The card of this code; `*` is also a wild without rank and suit. Null if there is none.
/** @param {Deck} deck @param {string} code */
export function findCard(deck, code) {
  const card = deck.cards.get(code) ?? null;
  return code === JOKER && !card?.copies ? (deck.bareWild ?? card) : card;
}
