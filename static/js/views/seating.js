// The view model of a player's own page; twin of web/pages/seating.py. Contracts are given by number, from 1.
import { layingDownIsGoingOut } from "../rules/judging/hand_sizes.js";
import { countedPoints, meldsScore } from "../rules/judging/scoring.js";
import { dropsOf, isOut } from "../rules/model/play.js";
import { isVoid, needsNoHands, winsGame } from "../rules/model/state.js";
import { handState, isUncounted, lastStep, opensWith, progress, roundFigures } from "./open_round.js";

// `counting` are the hands that other phones have open; `isOther` says whether another phone wrote the entry with this
// number.
/**
 * @param {Folded} fold @param {Seat} seat
 * @param {{ mayScore: boolean } & Pick<Phones, "counting" | "isOther">} page @returns {OwnPage}
 */
export function ownPage({ ruleset, state }, seat, { mayScore, counting, isOther }) {
  const { open } = /** @type {OpenState} */ (state);
  const { deal, play } = open;
  const countedAt = open.counted_at[seat];
  const countedHere = countedAt !== undefined && !isOther(countedAt);
  const ended = endedAs(ruleset, open, seat, counting.includes(seat), countedHere);
  // The page itself shows the state of this hand; the list leaves out other phones.
  const others = deal.players.filter(
    (player) => counting.includes(player) && !(player === seat && ended === "counted"),
  );
  return {
    round: roundFigures(ruleset, state, deal),
    seat,
    name: state.names[seat],
    number: deal.contracts[seat] ?? null,
    contracts: ruleset.contracts.length,
    takes_whole_hand: layingDownIsGoingOut(ruleset, deal, seat),
    deals: seat === deal.dealer,
    leads: seat === deal.leads,
    is_down: play.laid_down.includes(seat),
    drop: dropsOf(play)[seat] ?? null,
    went_out: play.went_out === null ? null : state.names[play.went_out],
    ending: seat === play.went_out ? (play.ending ?? null) : null,
    total: state.totals[seat],
    to_go: progress(ruleset, state.totals[seat])?.to_go ?? null,
    opens_with: opensWith(ruleset, open, seat, state.totals[seat]),
    place: /** @type {Standing} */ (state.standings.find((standing) => standing.seat === seat)).place,
    costs: deal.values.filter(({ counts }) => !counts).map(({ key, value }) => ({ key, value })),
    is_over: open.over,
    ended,
    points: ended === "counted" ? countedPoints({ ruleset, deal, play }, seat) : null,
    hands: handsOf(ruleset, /** @type {OpenState} */ (state), others),
    action: mayScore ? actionOf(ruleset, open, seat, others) : "watch",
    may_score: mayScore,
    may_change: mayScore && ended === "counted" && ruleset.lost_lives === null,
    may_meld: mayScore && meldsScore(open) && !open.over && !deal.playoff,
    may_drop: !deal.must_play.includes(seat),
    undo: mayScore && state.last && !isOther(state.last[0]) ? lastStep(state) : null,
    version: state.version,
  };
}

// The state of this hand; empty during the round.
/**
 * @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat
 * @param {boolean} isElsewhere @param {boolean} countedHere @returns {OwnPage["ended"]}
 */
function endedAs(ruleset, open, seat, isElsewhere, countedHere) {
  if (!open.over) return "";
  const played = { ruleset, ...open };
  if (needsNoHands(played)) return isVoid(played) ? "void" : winsGame(played) ? "won_game" : "playoff";
  const uncounted = isUncounted(open, seat);
  if (isOut(open.play, seat) && !uncounted) return "went_out";
  if (seat in dropsOf(open.play)) return "dropped";
  if (isElsewhere && (uncounted || !countedHere)) return "elsewhere";
  return uncounted ? "to_count" : "counted";
}

// The hands to count, with their states.
/** @param {Ruleset} ruleset @param {OpenState} state @param {Seat[]} counting @returns {OwnPage["hands"]} */
function handsOf(ruleset, { open, names }, counting) {
  /** @param {Seat} seat */
  const hand = (seat) => handState(ruleset, open, seat, counting);
  return open.deal.players.map((seat) => ({ seat, name: names[seat], hand: hand(seat) })).filter(({ hand }) => hand);
}

/**
 * @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat @param {Seat[]} others
 * @returns {OwnPage["action"]}
 */
function actionOf(ruleset, open, seat, others) {
  if (!open.over) return inPlay(ruleset, open, seat);
  if (needsNoHands({ ruleset, ...open })) return "review";
  if (isUncounted(open, seat)) return "count"; // the player who went out may have melds to count
  const isCounted = !open.deal.players.some((player) => isUncounted(open, player) || others.includes(player));
  return isCounted ? "review" : "wait";
}

/** @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat @returns {OwnPage["action"]} */
function inPlay(ruleset, { deal, play }, seat) {
  if (seat in dropsOf(play)) return "stay_in";
  if (play.laid_down.includes(seat)) return "take_back";
  return deal.down_counts && !layingDownIsGoingOut(ruleset, deal, seat) ? "lay_down" : "out";
}
