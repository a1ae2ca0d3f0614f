// The referee: judges a case by the rules of its game; twin of companion/rules/referee/judge.py. `rules`
// are the data of companion/rules/reading/melding_data.py. Loaded by the referee's page only, not by the table.
import { together } from "./contracts.js";
import { countDeadwood, declare, holdingOf, knock } from "./deadwood.js";
import { deckOf } from "./deck.js";
import { defend } from "./defending.js";
import { Search, handOf, inSlots, placed } from "./hands.js";
import { fewestLeft } from "./leftovers.js";
import { ANY, RUN, SET, codesOf, isLegal, saidRanks, ways } from "./melds.js";
import { BadCase, checkCopies, isWhole, readCard, readCards, readMeld, readSlots } from "./reading.js";
import { goOut, layOff, swap } from "./turns.js";
import { decided, legal, notLegal } from "./verdicts.js";

const MOST_SHOWN = 4;
/** @type {unknown[]} */
const WHOSE = [null, "own", "other"];
export const MOST_ARRANGED = 16; // cards of a hand whose cheapest arrangement is searched
export const MOST_KNOCKED = 3; // melds to lay off on: each multiplies the ways to do so

// The referee's answer to a case by these rules; for an unreadable case the error and its place.
/** @param {RefereeRules} rules @param {Case} asked @returns {RefereeAnswer} */
export function judge(rules, asked) {
  try {
    const [players, wildRank] = tableOf(asked);
    const deck = deckOf(rules, players, wildRank);
    const ask = asked.ask ?? "contract";
    if (!Object.hasOwn(ASKED, ask)) throw new BadCase(`one of ${Object.keys(ASKED).join(", ")}`, "ask");
    return decided(rules.melding, deck, ASKED[ask](asked, rules, deck));
  } catch (bad) {
    if (!(bad instanceof BadCase)) throw bad;
    return { error: bad.told, at: bad.at };
  }
}

// The number of players, and the wild rank of the round.
/** @param {Case} asked @returns {[players: number | null, wildRank: string | null]} */
function tableOf({ players = null, wild_rank: wildRank = null }) {
  if (players !== null && !isWhole(players)) throw new BadCase("a number of players", "players");
  if (wildRank !== null && typeof wildRank !== "string") throw new BadCase("a rank", "wild_rank");
  return [players, wildRank];
}

/** @type {Ask} */
function askMeld(asked, _, deck) {
  const melds = readMelds(asked, deck);
  if (melds.length !== 1) throw new BadCase("one meld", "melds");
  return (law) => {
    const found = ways(melds[0], law);
    if (!found.fault) return laid(found.legal.map((one) => [one]));
    return broken(found.fault, law, melds, 0, (other) => isLegal(other, law));
  };
}

/** @type {Ask} */
function askContract(asked, rules, deck) {
  const slots = readSlots(asked.contract, rules.contracts, "contract");
  const melds = readMelds(asked, deck);
  const isLast = isLastOf(asked, slots, rules);
  return (law) => {
    const { ways: found, fault, number } = together(melds, slots, law, isLast);
    if (!fault) return laid(found);
    /** @param {Meld} meld */
    const fits = (meld) => together(melds.with(number, meld), slots, law, isLast).ways.length > 0;
    return broken(fault, law, melds, number, fits);
  };
}

// The places of the first way, and ways that differ in the ranks of wild cards.
/** @param {Placed[][]} found */
function laid(found) {
  /** @type {string[][][]} */
  const shown = [];
  for (const combined of found) {
    const places = combined.map(codesOf);
    if (shown.length < MOST_SHOWN && shown.every((other) => !isSame(places, other))) shown.push(places);
  }
  return legal({ places: shown[0], also: shown.length > 1 ? shown.slice(1) : null });
}

/** @param {string[][]} one @param {string[][]} other */
const isSame = (one, other) =>
  one.every((codes, number) => codes.toSorted().join() === other[number].toSorted().join());

/**
 * @param {MeldFault} fault @param {Law} law @param {Meld[]} melds @param {number} at
 * @param {(meld: Meld) => boolean} fits
 */
function broken(fault, law, melds, at, fits) {
  const laid = melds.flatMap(({ cards }) => cards.map(({ card }) => card.code));
  /** @param {PlayingCard} card */
  const isLeft = ({ code, copies }) => laid.filter((other) => other === code).length < copies;
  const wouldDo = () =>
    law.deck.kinds.filter((card) => isLeft(card) && mended(melds[at], fault, card).some(fits)).map(({ code }) => code);
  return notLegal(fault.rule, fault.cards, law.melding, { would_do: wouldDo });
}

// The meld with this card replacing one at fault, or added if it is too small.
/** @param {Meld} meld @param {MeldFault} fault @param {PlayingCard} card @returns {Meld[]} */
function mended(meld, fault, card) {
  /** @param {PlayingCard} card */
  const held = { card, stands: null };
  if (fault.rule.endsWith("_least") || fault.rule === "contract") return [{ ...meld, cards: [...meld.cards, held] }];
  const roundTheCorner = fault.rule === "ace";
  const atFault = [...meld.cards.keys()].filter(
    (number) => roundTheCorner || fault.cards.includes(meld.cards[number].card.code),
  );
  const in_order = meld.in_order && !roundTheCorner;
  return atFault.map((number) => ({ ...meld, cards: meld.cards.with(number, held), in_order }));
}

/** @param {PlayingCard} card @param {string} at @returns {[card: PlayingCard, at: string]} */
const cardAt = (card, at) => [card, at];

/** @param {Case} asked @param {RefereeRules} rules @param {Deck} deck @returns {Turn} */
function turnOf(asked, rules, deck) {
  const card = readCard(asked.card, deck, "card");
  const on = readMeld(asked.on, deck, "on");
  const onTable = on.cards.map((held, number) => cardAt(held.card, `on.cards[${number}]`));
  checkCopies([...onTable, cardAt(card, "card")], deck);
  const slots = slotsOf(asked, rules);
  const { whose = null, down, turn } = asked;
  if (!WHOSE.includes(whose)) throw new BadCase("own or other", "whose");
  const isLast = isLastOf(asked, slots, rules);
  return {
    card,
    on: { ...on, kind: kindOf(on) },
    whose: /** @type {Turn["whose"]} */ (whose),
    down: down !== false,
    sameTurn: turn === "same",
    isLast,
  };
}

/** @param {Case} asked @param {RefereeRules} rules */
const slotsOf = (asked, rules) => ("contract" in asked ? readSlots(asked.contract, rules.contracts, "contract") : []);

// Whether a meld that is on the table is a set or a run.
/** @param {Meld} meld */
function kindOf({ kind, cards }) {
  if (kind !== ANY) return kind;
  const naturals = cards.filter(({ card }) => !card.wild);
  const ranks = new Set([...naturals.map(({ card }) => card.rank), ...saidRanks(cards)]);
  return ranks.size === 1 ? SET : RUN;
}

/** @param {Case} asked @param {Deck} deck */
function handIn(asked, deck) {
  const hand = readCards(asked.hand, deck, "hand");
  checkCopies(
    hand.map((card, number) => cardAt(card, `hand[${number}]`)),
    deck,
  );
  return hand;
}

/** @type {Ask} */
function askGoDown(asked, rules, deck) {
  const hand = handIn(asked, deck);
  const slots = readSlots(asked.contract, rules.contracts, "contract");
  const isLast = isLastOf(asked, slots, rules);
  return (law) => goDown(hand, slots, law, isLast);
}

/** @param {PlayingCard[]} hand @param {ContractPart[]} slots @param {Law} law @param {boolean} isLast */
function goDown(hand, slots, law, isLast) {
  const best = fewestLeft(hand, slots, law, isLast);
  if (!best) {
    const isTooMany = isLast && leavesTooMany(hand.length + 1, slots, law);
    return notLegal("contract", [], law.melding, { missing: isTooMany ? [] : () => missing(hand, slots, law) });
  }
  if (isLast && leavesTooMany(hand.length, slots, law)) {
    return notLegal("last_contract_complete", [], law.melding, { missing: [] });
  }
  return legal({ melds: placed(hand, inSlots(best.melds, slots)).map(codesOf), left: best.points });
}

// Whether more cards would stay in hand than the last contract allows.
/** @param {number} cards @param {ContractPart[]} slots @param {Law} law */
function leavesTooMany(cards, slots, law) {
  const over = cards - slots.reduce((sum, { size }) => sum + size, 0);
  if (over <= 0 || !law.get("last_contract_complete")) return false;
  return over > 1 || !law.get("discard_to_go_out");
}

// The single cards with which the hand could lay the contract.
/** @param {PlayingCard[]} hand @param {ContractPart[]} slots @param {Law} law */
function missing(hand, slots, law) {
  /** @param {PlayingCard} card */
  const held = ({ code }) => hand.filter((card) => card.code === code).length;
  const kinds = law.deck.kinds.filter((card) => held(card) < card.copies);
  return kinds.filter((card) => canLay([...hand, card], slots, law)).map(({ code }) => code);
}

// Whether these cards contain the contract.
/** @param {PlayingCard[]} cards @param {ContractPart[]} slots @param {Law} law */
function canLay(cards, slots, law) {
  const hand = handOf(cards);
  return [true, false].some((sparing) => new Search(hand, slots, law, { sparing }).first() !== null);
}

/** @type {Ask} */
function askGoOut(asked, rules, deck) {
  const hand = handIn(asked, deck);
  const isLast = isLastOf(asked, slotsOf(asked, rules), rules);
  return (law) => goOut(hand, law, Boolean(asked.discards), isLast);
}

/** @type {Ask} */
function askKnock(asked, rules, deck) {
  const holding = wholeHand(asked, rules, deck);
  const { knocking } = rules;
  if (knocking === null) throw new BadCase("a game in which players knock", "ask");
  return (law) => knock(holding, law, knocking);
}

/** @type {Ask} */
function askDeclare(asked, rules, deck) {
  const holding = wholeHand(asked, rules, deck);
  if (!rules.melding.least_runs) throw new BadCase("a game in which players declare", "ask");
  return (law) => declare(holding, law);
}

/** @type {Ask} */
function askDefend(asked, rules, deck) {
  const holding = holdingIn(asked, rules, deck);
  const melds = readMelds(asked, deck);
  if (melds.length > MOST_KNOCKED) throw new BadCase(`up to ${MOST_KNOCKED} melds`, "melds");
  const laid = melds.flatMap(({ cards }) => cards.map(({ card }) => cardAt(card, "melds")));
  checkCopies([...laid, ...holding.hand.map((card, number) => cardAt(card, `hand[${number}]`))], deck);
  return (law) => defend(holding, melds, law);
}

// A hand before or after the discard.
/** @param {Case} asked @param {RefereeRules} rules @param {Deck} deck */
function wholeHand(asked, rules, deck) {
  const holding = holdingIn(asked, rules, deck);
  const { dealt } = rules;
  if (dealt !== null && ![dealt, dealt + 1].includes(holding.hand.length))
    throw new BadCase(`${dealt} or ${dealt + 1} cards`, "hand");
  return holding;
}

/** @param {Case} asked @param {RefereeRules} rules @param {Deck} deck */
function holdingIn(asked, rules, deck) {
  const hand = handIn(asked, deck);
  if (hand.length > MOST_ARRANGED) throw new BadCase(`a hand of up to ${MOST_ARRANGED} cards`, "hand");
  return holdingOf(hand, rules);
}

/** @param {Case} asked @param {Deck} deck */
function readMelds({ melds: data }, deck) {
  if (!Array.isArray(data) || !data.length) throw new BadCase("a list of melds", "melds");
  const melds = data.map((each, number) => readMeld(each, deck, `melds[${number}]`));
  checkCopies(
    melds.flatMap(({ cards }, number) => cards.map(({ card }, n) => cardAt(card, `melds[${number}].cards[${n}]`))),
    deck,
  );
  return melds;
}

// Whether this is the last contract of the game.
/** @param {Case} asked @param {ContractPart[]} slots @param {RefereeRules} rules */
function isLastOf({ contract }, slots, { contracts }) {
  if (Number.isInteger(contract)) return contract === contracts.length;
  if (!slots.length || !contracts.length) return false;
  /** @param {ContractPart[]} list */
  const names = (list) =>
    list
      .map((slot) => JSON.stringify(slot))
      .sort()
      .join();
  return names(slots) === names(readSlots(contracts.at(-1), contracts, "contract"));
}

/** @type {Record<string, Ask>} */
const ASKED = {
  meld: askMeld,
  contract: askContract,
  lay_off: (asked, rules, deck) => {
    const turn = turnOf(asked, rules, deck);
    return (law) => layOff(turn, law);
  },
  swap: (asked, rules, deck) => {
    const turn = turnOf(asked, rules, deck);
    return (law) => swap(turn, law);
  },
  go_down: askGoDown,
  go_out: askGoOut,
  deadwood: (asked, rules, deck) => {
    const holding = holdingIn(asked, rules, deck);
    return (law) => countDeadwood(holding, law);
  },
  knock: askKnock,
  declare: askDeclare,
  defend: askDefend,
};
