// The page on which a player's melds of the round are entered: web/melding in the browser.
import { classOf, handPoints, JOKER } from "../rules/model/cards.js";
import { meldsOf } from "../rules/model/play.js";
import { keyOf, withLaidMelds } from "./hand_form.js";
import { meldsOnTable } from "./open_round.js";

/** @param {Folded} fold @param {Seat} seat @param {Seat | null} [own] @returns {MeldView} */
export function meldView({ ruleset, state }, seat, own = null) {
  const { open } = /** @type {OpenState} */ (state);
  return {
    seat,
    name: state.names[seat],
    round: open.deal.number,
    version: state.version,
    melds: meldsOnTable(open.melds[seat] ?? [], ruleset.pack),
    points: handPoints(open.deal.values, meldsOf(withLaidMelds(open, seat).play, seat)),
    is_mine: seat === own,
  };
}

// A class for each rank alone, in the order of the pack: jokers first.
/** @param {Folded} fold @returns {CardClass[]} */
export const rankClasses = ({ ruleset, state: { open } }) =>
  [JOKER, ...ruleset.pack.ranks].flatMap((rank) => {
    const of = classOf(/** @type {OpenRound} */ (open).deal.values, rank);
    return of ? [{ key: rank, ranks: [rank], value: of.value, wild: of.wild }] : [];
  });

// Its keys, by name.
/** @param {Folded} fold */
export const meldFields = (fold) => ({
  keys: rankClasses(fold).map((cardClass, n) =>
    keyOf(fold.ruleset, /** @type {OpenState} */ (fold.state).open.deal, cardClass, `card${n}`),
  ),
  has_many: true,
});
