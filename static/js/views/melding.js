// The page on which a player's melds of the round are entered: web/melding in the browser.
import { classOf, goAroundCorner, handPoints, JOKER, lowOf, withLowCards } from "../rules/model/cards.js";
import { meldsOf } from "../rules/model/play.js";
import { keyOf, withLaidMelds } from "./hand_form.js";
import { lowToHigh, meldsOnTable } from "./open_round.js";

// `cards` are those tapped so far.
/** @param {Folded} fold @param {Seat} seat @param {Seat | null} [own] @param {Cards} [cards] @returns {MeldView} */
export function meldView({ ruleset, state }, seat, own = null, cards = {}) {
  const { open } = /** @type {OpenState} */ (state);
  const { values } = open.deal;
  const { ranks } = ruleset.pack;
  const laid = withLowCards(values, ranks, cards);
  const tapped = lowToHigh(laid, ranks, values);
  return {
    seat,
    name: state.names[seat],
    round: open.deal.number,
    version: state.version,
    melds: meldsOnTable(open.melds[seat] ?? [], ruleset.pack, values),
    tapped,
    tapped_points: handPoints(values, { cards: laid }),
    note: goAroundCorner(values, ranks, laid)
      ? "corner"
      : (tapped.map(({ name }) => name).find((name) => lowOf(values, name)) ?? ""),
    points: handPoints(values, meldsOf(withLaidMelds(open, seat).play, seat)),
    is_mine: seat === own,
  };
}

// A class for each rank alone, in the order of the pack: jokers first, low aces last.
/** @param {Folded} fold @returns {CardClass[]} */
export const rankClasses = ({ ruleset, state: { open } }) => {
  const { values } = /** @type {OpenRound} */ (open).deal;
  const ranks = [JOKER, ...ruleset.pack.ranks].flatMap((rank) => {
    const of = classOf(values, rank);
    return of ? [{ ...of, key: rank, ranks: [rank] }] : [];
  });
  return [...ranks, ...values.filter(({ run }) => run)];
};

// Its keys, by name.
/** @param {Folded} fold */
export const meldFields = (fold) => ({
  keys: rankClasses(fold).map((cardClass, n) =>
    keyOf(fold.ruleset, /** @type {OpenState} */ (fold.state).open.deal, cardClass, `card${n}`),
  ),
  has_many: true,
});
