// Parses a typed case: cards, melds and a contract, or the error; twin of companion/rules/referee/reading.py.
import { findCard } from "./deck.js";
import { ANY, COLOUR, RUN, SET } from "./melds.js";

/** @type {Record<string, LaidKind>} */
const KINDS = { S: SET, R: RUN, C: COLOUR };
/** @type {unknown[]} */
const MELDS = [SET, RUN, COLOUR, ANY];
const MOST_CARDS = 30;
const MOST_MELDS = 6;
/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is number} */
export const isWhole = (value) => Number.isInteger(value);

// An invalid case: the error and its place.
export class BadCase extends Error {
  /** @param {string} told @param {string} at */
  constructor(told, at) {
    super(`${at}: ${told}`);
    this.told = told;
    this.at = at;
  }
}

/** @param {unknown} data @param {Deck} deck @param {string} at */
export const readCard = (data, deck, at) => heldIn(data, deck, at).card;
/** @param {unknown} data @param {Deck} deck @param {string} at */
export const readCards = (data, deck, at) => heldCards(data, deck, at).map(({ card }) => card);

// A meld with its cards.
/** @param {unknown} data @param {Deck} deck @param {string} at @returns {Meld} */
export function readMeld(data, deck, at) {
  if (!isObject(data)) throw new BadCase("a meld has a kind and cards", at);
  const kind = /** @type {MeldKind} */ (data.kind ?? ANY);
  if (!MELDS.includes(kind)) throw new BadCase("kind is set, run, colour or any", `${at}.kind`);
  return {
    kind,
    cards: heldCards(data.cards, deck, `${at}.cards`),
    in_order: data.in_order === true,
    slot: 0,
    rank: "",
  };
}

// A contract: `S3 R4`, or its number in the game.
/** @param {unknown} contract @param {string[]} contracts @param {string} at @returns {ContractPart[]} */
export function readSlots(contract, contracts, at) {
  if (isWhole(contract) && contract >= 1 && contract <= contracts.length) {
    return readSlots(contracts[contract - 1], contracts, at);
  }
  if (typeof contract !== "string" || !contract.trim()) throw new BadCase("a contract is written like S3 R4", at);
  const words = contract.trim().split(/\s+/);
  if (words.length > MOST_MELDS) throw new BadCase(`a contract of up to ${MOST_MELDS} melds`, at);
  return words.map((word) => slotOf(word, at));
}

/** @param {string} word @param {string} at @returns {ContractPart} */
function slotOf(word, at) {
  const size = /^([SRC])0*([1-9][0-9]?)$/.exec(word);
  const ofRank = /^([1-9][0-9]?)x(\S+)$/.exec(word);
  if (size && Number(size[2]) > 1) return { kind: KINDS[size[1]], size: Number(size[2]), rank: "" };
  if (ofRank) return { kind: SET, size: Number(ofRank[1]), rank: ofRank[2] };
  throw new BadCase("a contract is written like S3 R4", at);
}

// Throws at the first card that occurs more often than it is in play.
/** @param {[card: PlayingCard, at: string][]} cards @param {Deck} deck */
export function checkCopies(cards, deck) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const [{ code }, at] of cards) {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    if (count > /** @type {PlayingCard} */ (deck.cards.get(code)).copies)
      throw new BadCase(`more of ${code} than the decks in play hold`, at);
  }
}

/** @param {unknown} data @param {Deck} deck @param {string} at */
function heldCards(data, deck, at) {
  if (!Array.isArray(data) || data.length > MOST_CARDS) throw new BadCase(`a list of up to ${MOST_CARDS} cards`, at);
  return data.map((code, number) => heldIn(code, deck, `${at}[${number}]`));
}

/** @param {unknown} code @param {Deck} deck @param {string} at @returns {Held} */
function heldIn(code, deck, at) {
  if (typeof code !== "string") throw new BadCase("no such card", at);
  const split = code.indexOf("=");
  const card = findCard(deck, split < 0 ? code : code.slice(0, split));
  if (!card) throw new BadCase("no such card", at);
  return { card, stands: split < 0 ? null : standsIn(card, code.slice(split + 1), deck, at) };
}

// The rank and suit that a wild card stands for.
/**
 * @param {PlayingCard} card @param {string} stands @param {Deck} deck @param {string} at
 * @returns {[rank: string, suit: string]}
 */
function standsIn(card, stands, deck, at) {
  const [rank, suit] = [stands.slice(0, -1), stands.slice(-1)];
  const isKnown = [...deck.cards.values()].some((known) => known.suit && known.rank === rank);
  if (!card.wild || !isKnown || !["?", ...deck.suits].includes(suit))
    throw new BadCase("no such card to stand for", at);
  return [rank, suit === "?" ? "" : suit];
}
