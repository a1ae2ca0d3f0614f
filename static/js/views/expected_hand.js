// What is known of a hand before it is counted; twin of web/forms/expected_hand.py.
import { handSizes, inferDown, layingDownIsGoingOut } from "../rules/judging/hand_sizes.js";
import { handOf, isBlank, size } from "../rules/model/play.js";

// All cards of these melds as one hand.
/** @param {Pick<LaidMeld, "cards">[]} melds */
export function cardsOf(melds) {
  /** @type {Cards} */
  const cards = {};
  for (const meld of melds)
    for (const [name, count] of Object.entries(meld.cards)) cards[name] = (cards[name] ?? 0) + count;
  return { cards };
}

// The open round with what this seat melded during it as their counted melds.
/** @param {OpenRound} open @param {Seat} seat @returns {OpenRound} */
export function withLaidMelds(open, seat) {
  const laid = open.melds[seat];
  if (!laid) return open;
  return { ...open, play: { ...open.play, melded: { ...open.play.melded, [seat]: cardsOf(laid) } } };
}

// The expected hand of a seat in the open round, with the count so far.
/** @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat */
export function expectedHand(ruleset, { deal, play, marked }, seat) {
  const hand = handOf(play, seat);
  const isDown = play.laid_down.includes(seat);
  const buys = ruleset.buys.allowed ? (play.buys[seat] ?? null) : null;
  const sizes = handSizes(ruleset, deal, seat, buys);
  const shown = isBlank(hand) ? null : inferDown(ruleset, deal, seat, hand, buys);
  return {
    hand,
    isDown,
    buys,
    sizes,
    cards: size(hand) ?? 0,
    downIsOut: layingDownIsGoingOut(ruleset, deal, seat),
    downIsOnlyShown: !isBlank(hand) && shown === isDown && isDown !== marked.includes(seat),
  };
}
