// The deadwood of the player who did not knock: cards are laid off on the knocker's melds; twin of
// companion/rules/referee/defending.py.
import { count } from "./deadwood.js";
import { RUN, SET, codesOf, placeOf, rankOf, suitOf, track, ways } from "./melds.js";
import { legal, notLegal } from "./verdicts.js";

/** @param {PlayingCard} card */
const natural = (card) => placeOf(card, card.rank, card.suit, true);

// The cheapest hand after laying off on these melds, which no wild card may join.
/** @param {Referee.Holding} holding @param {Meld[]} melds @param {Law} law */
export function defend(holding, melds, law) {
  /** @type {Grown[][]} */
  let every = [[]];
  for (const meld of melds) {
    const { legal: found, fault } = ways(meld, law);
    if (fault) return notLegal(fault.rule, fault.cards, law.melding);
    const grown = growths(found[0], holding.hand, law);
    every = every.flatMap((others) => grown.map((one) => [...others, one]));
  }
  const tried = every.flatMap((grown) => after(holding, grown, law));
  const { counted, grown } = tried.reduce((best, one) => (one.counted.points < best.counted.points ? one : best));
  return legal({
    melds: counted.melds,
    deadwood: counted.deadwood.map(({ code }) => code),
    left: counted.points,
    discard: counted.discard?.code,
    laid_off: grown.flatMap(({ cards }) => cards.map(({ code }) => code)),
    places: grown.map(({ placed }) => codesOf(placed)),
  });
}

// The rest of the hand; nothing where one card would be laid off twice.
/** @param {Referee.Holding} holding @param {Grown[]} grown @param {Law} law */
function after(holding, grown, law) {
  const left = [...holding.hand];
  for (const card of grown.flatMap(({ cards }) => cards)) {
    if (!left.includes(card)) return [];
    left.splice(left.indexOf(card), 1);
  }
  return [{ counted: count({ ...holding, hand: left }, law), grown }];
}

// The meld as it is, and with every choice of cards that go on it, the fewest first.
/** @param {Placed} placed @param {PlayingCard[]} hand @param {Law} law @returns {Grown[]} */
function growths(placed, hand, law) {
  if (placed.kind === SET) return grownSets(placed, hand, law);
  const found = beyond(placed, hand, law, -1).flatMap((low) =>
    beyond(placed, hand, law, 1).map((high) => ({
      placed: { ...placed, places: [...low.toReversed().map(natural), ...placed.places, ...high.map(natural)] },
      cards: [...low, ...high],
    })),
  );
  return found.filter((one) => !isTooLarge(RUN, one.placed.places.length, law));
}

/** @param {Placed} placed @param {PlayingCard[]} hand @param {Law} law */
function grownSets(placed, hand, law) {
  const fits = hand.filter(({ rank, wild }) => rank === rankOf(placed) && !wild);
  /** @type {Grown[]} */
  const found = [];
  for (let size = 0; size <= fits.length; size += 1)
    for (const cards of combinations(fits, size)) {
      const places = [...placed.places, ...cards.map(natural)];
      const suits = places.filter((place) => place.natural).map(({ card }) => card.suit);
      const repeats = new Set(suits).size < suits.length && !law.get("set_repeats_suit_on_lay_off");
      if (!size || !(repeats || isTooLarge(SET, places.length, law)))
        found.push({ placed: { kind: SET, places }, cards });
    }
  return found;
}

/** @template T @param {T[]} cards @param {number} size @returns {T[][]} */
function combinations(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, number) =>
    combinations(cards.slice(number + 1), size - 1).map((others) => [card, ...others]),
  );
}

// The cards of the hand that go on at this end of a run: none, one, two, ...
/** @param {Placed} placed @param {PlayingCard[]} hand @param {Law} law @param {number} step */
function beyond(placed, hand, law, step) {
  const { line } = track(law, placed.places.length);
  const suit = suitOf(placed);
  /** @type {PlayingCard[]} */
  let cards = [];
  const found = [cards];
  let spot = placed.start + (step > 0 ? placed.places.length : -1);
  for (; spot >= 0 && spot < line.length; spot += step) {
    const card = hand.find((one) => !one.wild && one.rank === line[spot] && one.suit === suit);
    if (!card) break;
    cards = [...cards, card];
    found.push(cards);
  }
  return found;
}

/** @param {RunOrSet} kind @param {number} size @param {Law} law */
function isTooLarge(kind, size, law) {
  const most = law.get(`${kind}_most`);
  return most !== "none" && size > most;
}
