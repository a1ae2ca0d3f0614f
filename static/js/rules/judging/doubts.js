// Doubts: contradictions between a round and the rules; twin of companion/rules/judging/doubts.py. A played round is
// { ruleset, deal, play }.
import { cardsInPlay, classCopies, copies, countOf, handPoints, lowRanks, sum } from "../model/cards.js";
import { cardCounts, dropsOf, gaveUp, handOf, isBlank, isEmpty, isOut, meldsOf, size } from "../model/play.js";
import { isVoid, missedOf, winsGame } from "../model/state.js";
import { cardsToGoDown, handSizes, mostBuys, mostHeld, pointsRange, possible, reachablePoints } from "./hand_sizes.js";
import { roundPoints, SCHEMES } from "./scoring.js";

/** @type {(code: Doubt["code"], seat?: Seat | null, numbers?: Doubt["numbers"], card?: string | null) => Doubt} */
const doubt = (code, seat = null, numbers = {}, card = null) => ({ code, seat, numbers, card });
/** @param {RoundPlay} play @param {Seat} seat */
const boughtBy = (play, seat) => play.buys[seat] ?? null;

// All doubts about this round, in the order in which people would check them.
/** @param {Played} played @returns {Doubt[]} */
export function findDoubts(played) {
  const { deal, play } = played;
  if (isVoid(played) || winsGame(played)) return []; // no hand matters
  if (deal.playoff) return play.went_out === null ? [doubt("nobody_out")] : [];
  return [
    ...whoWentOut(played),
    ...knock(played),
    ...drops(played),
    ...manyBuys(played),
    ...deal.players.flatMap((seat) => hand(played, seat)),
    ...deal.players.flatMap((seat) => bonuses(played, seat)),
    ...lastRound(played),
    ...deck(played),
  ];
}

/** @param {Played} played */
function whoWentOut({ ruleset, deal, play }) {
  if (SCHEMES[ruleset.scoring].onlyPoints) return [];
  /** @param {Seat} seat */
  const holds = (seat) => seat !== play.went_out && !(seat in dropsOf(play));
  const empty = deal.players.filter((seat) => holds(seat) && isEmpty(handOf(play, seat)));
  if (play.went_out === null) return [null, ...empty].map((seat) => doubt("nobody_out", seat));
  // Others may have no cards left after one more turn or a lay-off on a knock, or keep only melds.
  return ruleset.last_turns || ruleset.knocking || SCHEMES[ruleset.scoring].countsDeadwood || ruleset.partners
    ? []
    : empty.map((seat) => doubt("more_than_one_out", seat));
}

// A knock with more deadwood than allowed, or with none, which is gin.
/** @param {Played} played */
function knock(played) {
  const { ruleset, deal, play } = played;
  const { knocking } = ruleset;
  const { went_out: out, ending } = play;
  const held = out === null ? {} : handOf(play, out);
  if (!knocking || ending !== "knock" || isBlank(held)) return [];
  const points = handPoints(deal.values, held);
  const { paysKnocks } = SCHEMES[ruleset.scoring];
  const most = deal.knock_most ?? knocking.most;
  const { cards: mostCards } = knocking;
  const cards = size(held) ?? 0;
  if (points > most) return [doubt("too_much_deadwood", out, paysKnocks ? { points, most } : { left: points, most })];
  if (mostCards !== null && cards > mostCards) return [doubt("too_much_deadwood", out, { cards, most: mostCards })];
  return isEmpty(held)
    ? [doubt("knocked_without_deadwood", out, asKnockOrGin(played, /** @type {Seat} */ (out)))]
    : [];
}

// The points of the knocker for either ending; `all` is gin where it has no bonus.
/** @param {Played} played @param {Seat} knocker */
function asKnockOrGin({ ruleset, deal, play }, knocker) {
  /** @param {RoundPlay["ending"]} ending */
  const points = (ending) => roundPoints({ ruleset, deal, play: { ...play, ending } })[knocker];
  const gin = SCHEMES[ruleset.scoring].paysKnocks ? "gin" : "all";
  return { points: points("knock"), [gin]: points("gin") };
}

// Cards of a player who dropped or had to play, and a typed total above the limit.
/** @param {Played} played */
function drops({ ruleset, deal, play }) {
  const most = ruleset.most_points ?? Infinity;
  return deal.players.flatMap((seat) => {
    const held = handOf(play, seat);
    const points = held.points ?? 0;
    const mayNot = deal.must_play.includes(seat) && gaveUp(play).includes(seat);
    const notAllowed = mayNot ? [doubt("drop_not_allowed", seat)] : [];
    if (seat in dropsOf(play) && !isEmpty(held)) return [...notAllowed, doubt("cards_after_drop", seat)];
    return points > most ? [...notAllowed, doubt("points_above_cap", seat, { points, most })] : notAllowed;
  });
}

/** @param {Played} played */
function manyBuys({ ruleset, deal, play }) {
  const most = mostBuys(ruleset, deal);
  const code = ruleset.buys.allowed ? "too_many_buys" : "buys_not_allowed";
  const tooMany = deal.players.filter((seat) => (play.buys[seat] ?? 0) > most);
  return tooMany.map((seat) => doubt(code, seat, { buys: play.buys[seat], most }));
}

/** @param {Played} played @param {Seat} seat */
function hand(played, seat) {
  const { ruleset, deal, play } = played;
  if (ruleset.lost_lives !== null) return [];
  const held = handOf(play, seat);
  const hasPrice = missedOf(ruleset) !== null && !play.laid_down.includes(seat);
  if (isOut(play, seat) || seat in dropsOf(play) || hasPrice || isBlank(held) || isEmpty(held)) return [];
  const sizes = handSizes(ruleset, deal, seat, boughtBy(play, seat));
  const most = mostHeld(ruleset, deal, boughtBy(play, seat));
  if (sizes) return size(held) === null ? totalByContract(played, seat, sizes) : handSize(played, seat, sizes);
  return most === null ? [] : withoutContracts(ruleset, deal, held, seat, most);
}

/** @param {Played} played @param {Seat} seat @param {HandSizes} sizes */
function handSize({ ruleset, deal, play }, seat, sizes) {
  const cards = /** @type {number} */ (size(handOf(play, seat)));
  const numbers = { cards, ...contractOf(deal, seat) };
  if (!play.laid_down.includes(seat)) {
    if (sizes.without_contract.includes(cards)) return [];
    const expected = { ...numbers, expected: sizes.without_contract[0], ...whatBuysAdd(ruleset, sizes) };
    return [doubt("wrong_hand_size_without_contract", seat, expected)];
  }
  const most = sizes.most_after_contract;
  if (cards <= most) return [];
  /** @type {Doubt["numbers"]} */
  const why = most ? { most } : { most, takes: cardsToGoDown(ruleset, deal, seat) };
  return [doubt("too_many_cards_after_contract", seat, { ...numbers, ...why })];
}

// The number of this seat's contract; in games without contracts the cards dealt.
/** @param {Deal} deal @param {Seat} seat @returns {Doubt["numbers"]} */
const contractOf = ({ contracts, cards }, seat) =>
  seat in contracts ? { contract: contracts[seat] } : { dealt: cards };

// If the number of buys was not entered: the cards that each buy adds and, with a limit, the most cards held.
/** @param {Ruleset} ruleset @param {HandSizes} sizes @returns {Doubt["numbers"]} */
function whatBuysAdd({ buys }, sizes) {
  if (sizes.without_contract.length === 1) return {};
  return buys.limits
    ? { each: buys.cards_each, held: /** @type {number} */ (sizes.without_contract.at(-1)) }
    : { each: buys.cards_each };
}

/** @param {Played} played @param {Seat} seat @param {HandSizes} sizes */
function totalByContract({ ruleset, deal, play }, seat, sizes) {
  const down = play.laid_down.includes(seat);
  const held = possible(sizes, down);
  const why = {
    held: Math.max(0, ...held),
    ...(down ? contractOf(deal, seat) : {}),
    ...(held.length ? {} : { takes: cardsToGoDown(ruleset, deal, seat) }),
  };
  return typedTotal(ruleset, deal, seat, /** @type {number} */ (handOf(play, seat).points), held, why);
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {Hand} held @param {Seat} seat @param {number} most */
function withoutContracts(ruleset, deal, held, seat, most) {
  const cards = size(held);
  if (cards !== null) return cards > most ? [doubt("too_many_cards", seat, { cards, most })] : [];
  const sizes = Array.from({ length: most }, (_, n) => n + 1);
  const why = { held: most, dealt: deal.cards };
  return typedTotal(ruleset, deal, seat, /** @type {number} */ (held.points), sizes, why);
}

/**
 * @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat @param {number} points @param {number[]} sizes
 * @param {Doubt["numbers"]} why
 */
function typedTotal(ruleset, deal, seat, points, sizes, why) {
  const [least, most] = pointsRange(ruleset, deal, sizes);
  // If the contract takes every card, a player who is down has none left.
  const numbers = { points, cards: sizes.length ? Math.min(...sizes) : 0, least, most };
  if (points < least) return [doubt("points_below_minimum", seat, numbers)];
  if (points > most) return [doubt("points_above_maximum", seat, { ...numbers, ...why })];
  const isReachable = (reachablePoints(ruleset, deal, sizes) >> BigInt(points)) & 1n;
  return isReachable ? [] : [doubt("points_not_reachable", seat, numbers)];
}

// Bonuses for more melds than the melded cards make, or more than there are of one kind.
/** @param {Played} played @param {Seat} seat */
function bonuses({ deal, play }, seat) {
  const [counts, melds] = [cardCounts(play, seat), meldsOf(play, seat).cards ?? {}];
  const rows = bonusesOf(deal).map((row) => ({ ...row, count: counts[row.key] ?? 0 }));
  const cards = sum(Object.values(melds)) - sum(rows.map(({ key }) => melds[key] ?? 0));
  const needs = sum(rows.map(({ count, meld_size: size = 0 }) => size * count));
  /** @type {(numbers: Doubt["numbers"], key?: string) => Doubt} */
  const over = (numbers, key) => doubt("too_many_bonuses", seat, numbers, key);
  const above = rows.flatMap(({ key, count, by_count: points, cards }) =>
    points && !cards && count > points.length ? [over({ cards: count, most: points.length }, key)] : [],
  );
  return needs > cards ? [over({ needs, cards }), ...above] : above;
}

/** @param {Deal} deal */
const bonusesOf = ({ values }) => values.filter(({ counts, run }) => counts && !run);

// In some games only the player who goes out can lay down the last contract.
/** @param {Played} played */
function lastRound({ ruleset, deal, play }) {
  const others = play.laid_down.filter((seat) => seat !== play.went_out);
  /** @param {Seat} seat */
  const isLast = (seat) => deal.contracts[seat] === ruleset.contracts.length;
  const alone = ruleset.only_who_goes_out_lays_down_last ? others.filter(isLast) : [];
  return alone.map((seat) => doubt("final_round_only_one_down", seat));
}

// No more cards can be counted than the decks in play have.
/** @param {Played} played */
function deck({ ruleset, deal, play }) {
  /** @type {Cards} */
  const counted = {};
  for (const seat of deal.players) cardCounts(play, seat, counted);
  for (const [low, rank] of Object.entries(lowRanks(deal.values))) {
    counted[rank] = (counted[rank] ?? 0) + (counted[low] ?? 0);
    delete counted[low];
  }
  const melded = sum(play.laid_down.filter((s) => s in deal.contracts).map((s) => cardsToGoDown(ruleset, deal, s)));
  const discard = Number(ruleset.discard_to_go_out && play.went_out !== null);
  const bonuses = sum(bonusesOf(deal).map(({ key }) => counted[key] ?? 0));
  const cards = sum(Object.values(counted)) - bonuses + melded + discard;
  const numbers = { cards, most: cardsInPlay(ruleset, deal) };
  const cardClasses = deal.values.filter(({ counts }) => !counts);
  const tooMany = cardClasses.flatMap((cardClass) => tooManyOfClass(ruleset, deal, cardClass, counted));
  tooMany.push(...tooManyBonuses(deal, counted));
  return numbers.cards > numbers.most ? [...tooMany, doubt("too_many_cards", null, numbers)] : tooMany;
}

// More bonuses for certain cards than there are such cards, whatever they count for.
/** @param {Deal} deal @param {Cards} counted */
function tooManyBonuses(deal, counted) {
  const [values, { decks }] = [bonusesOf(deal), deal.decks];
  return values.flatMap(({ key, cards, in_deck: each = 0 }, n) => {
    const same = values.filter((other) => cards && String(other.cards) === String(cards));
    const count = sum(same.map((row) => counted[row.key] ?? 0));
    const most = each * decks;
    const isOver = same[0] === values[n] && count > most;
    return isOver ? [doubt("too_many_of_class", null, { cards: count, most, decks }, key)] : [];
  });
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {CardClass} cardClass @param {Cards} counted */
function tooManyOfClass(ruleset, deal, cardClass, counted) {
  /** @param {string} card @param {number} cards @param {number} most */
  const over = (card, cards, most) => doubt("too_many_of_class", null, { cards, most, decks: deal.decks.decks }, card);
  const ranks = cardClass.ranks.filter((rank) => (counted[rank] ?? 0) > copies(ruleset, deal, rank));
  if (ranks.length) return ranks.map((rank) => over(rank, counted[rank], copies(ruleset, deal, rank)));
  const cards = countOf(cardClass, counted);
  const most = classCopies(ruleset, deal, cardClass);
  return cards > most ? [over(cardClass.key, cards, most)] : [];
}
