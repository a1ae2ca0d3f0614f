// The view model of the table, and of the question who went out; twin of web/pages/table/view.py. Contracts are
// given by number, from 1.
import { isOutOfTheGame, rejoinCosts, roundsWon, wasOut } from "../rules/fold/standings.js";
import { layingDownIsGoingOut } from "../rules/judging/hand_sizes.js";
import { countedPoints, meldsScore, SCHEMES } from "../rules/judging/scoring.js";
import { handPoints } from "../rules/model/cards.js";
import { dropsOf, meldsOf } from "../rules/model/play.js";
import { hasCounted, inEachGame } from "../rules/model/state.js";
import { withLaidMelds } from "./hand_form.js";
import {
  handState,
  hasEnded,
  ladder,
  lastStep,
  leaders,
  leastToOpen,
  mayTurnUp,
  meldsOnTable,
  opensWith,
  progress,
  roundFigures,
} from "./open_round.js";
import { outcomeView } from "./outcome.js";

// `counting` are the hands that other phones have open.
/** @param {Folded} fold @param {AtPage} [page] @returns {TableView} */
export function tableView({ ruleset, state }, { mayScore = true, counting = [], title = "", now = 0 } = {}) {
  const { open } = /** @type {OpenState} */ (state);
  const known = { ruleset, state, open, counting, mayScore, canSay: mayScore && !open.over, ahead: leaders(state) };
  const seats = open.deal.players.map((seat) => atTable(known, seat));
  const isByRound = ruleset.advancing === "round";
  const ofAll = isByRound ? seats[0].number : null;
  const hasLadder = ruleset.contracts.length > 0 && !isByRound;
  const round = roundFigures(ruleset, state, open.deal);
  const noneCounted = open.over && hasNoneCounted(seats);
  return {
    round,
    seats,
    not_dealt_in: notDealtIn(ruleset, /** @type {OpenState} */ (state), mayScore),
    many: seats.length > 5,
    most: seats.length > 6,
    hero: hero(ruleset, round),
    of_all: ofAll,
    next_of_all: ofAll !== null && ofAll < ruleset.contracts.length ? ofAll + 1 : null,
    ladder: hasLadder ? ladder(steps(seats, ruleset.contracts.length)) : null,
    target: ruleset.end.limit,
    is_race: ruleset.end.winner === "highest_total",
    opens_with: opensByTotal(ruleset) ? null : leastToOpen(ruleset, open.deal, 0),
    last_turn:
      ruleset.last_turns && noneCounted ? (state.names[/** @type {Seat} */ (open.play.went_out)] ?? null) : null,
    is_over: open.over,
    none_counted: noneCounted,
    all_counted: open.over && seats.every(({ hand }) => ["", "counted"].includes(hand)),
    may_score: mayScore,
    undo: mayScore ? lastStep(state) : null,
    title,
    outcome: outcomeView(ruleset, state),
    last_call: lastCall(/** @type {OpenState} */ (state), now),
    turned_up: open.play.turned_up ?? null,
    turned_up_button: turnedUpButton(ruleset, open, mayScore),
    version: state.version,
  };
}

// The other players with a total that matters, in order: they are out by it, left with points that the others lack, or
// sit out a tie-break.
/** @param {Ruleset} ruleset @param {OpenState} state @param {boolean} mayScore @returns {TableView["not_dealt_in"]} */
function notDealtIn(ruleset, state, mayScore) {
  const { order, left, totals, names, open } = state;
  /** @param {Seat} seat @returns {TableView["not_dealt_in"][number]["why"] | null} */
  const whyNot = (seat) => {
    if (open.deal.players.includes(seat)) return null; // a counted hand stays, whatever a correction says
    if (!(seat in left)) return open.deal.tiebreak ? "sits_out" : null;
    if (isOutOfTheGame(ruleset, totals[seat])) return "out";
    return SCHEMES[ruleset.scoring].isZeroSum ? "left" : null;
  };
  return order.flatMap((seat) => {
    const why = whyNot(seat);
    const back = why === "out" && mayScore && mayComeBack(ruleset, state, seat);
    return why ? [{ seat, name: names[seat], total: totals[seat], why, may_come_back: back }] : [];
  });
}

// Whether a player returned after the last written round.
/** @param {State} state @param {Seat} seat */
const isBackNow = ({ returns, rounds }, seat) =>
  returns.some((one) => one.seat === seat && one.back_before > rounds.length);

// Whether a player who is out may come back: with the highest total of the others or one point more, only below the
// limit, and only so often.
/** @param {Ruleset} ruleset @param {OpenState} state @param {Seat} seat */
function mayComeBack(ruleset, state, seat) {
  const { active, returns, rounds, totals, open } = state;
  const { rejoin, rejoins } = ruleset.end;
  const others = active.filter((seat) => !isBackNow(state, seat)).map((seat) => totals[seat]);
  const back = rejoinCosts(ruleset) + (others.length ? Math.max(...others) : 0);
  const times = returns.filter((comeback) => comeback.seat === seat && wasOut(ruleset, rounds, comeback)).length;
  return rejoin !== "no" && !isOutOfTheGame(ruleset, back) && !open.deal.playoff && times < (rejoins ?? Infinity);
}

/**
 * @param {Ruleset} ruleset @param {OpenRound} open @param {boolean} mayScore
 * @returns {TableView["turned_up_button"]}
 */
function turnedUpButton(ruleset, open, mayScore) {
  if (!mayScore || !mayTurnUp(ruleset, open)) return "";
  return open.play.turned_up === undefined ? "draw" : "take_back";
}

// The time at which the table wants to stop; `now` is in minutes since 1970.
/** @param {OpenState} state @param {number} now @returns {TableView["last_call"]} */
function lastCall({ open, rounds, end_time: at }, now) {
  if (at === null) return null;
  const { laid_down, hands, adjustments, melded } = open.play;
  const said = [laid_down, hands, adjustments, melded, dropsOf(open.play)];
  const isSaid = hasEnded(open) || said.some((said) => Object.keys(said).length);
  const hasScores = rounds.some((scored) => scored.counted && !scored.void);
  const code = now < at ? "to_come" : isSaid || !hasScores ? "last" : "over";
  return { at, code, round: rounds.length };
}

// The subject of the game: its contracts, its wild rank, or its target.
/** @param {Ruleset} ruleset @param {RoundFigures} round @returns {TableView["hero"]} */
function hero({ contracts, advancing, end }, { wild }) {
  if (contracts.length) return advancing === "round" ? "of_all" : "ladder";
  if (wild) return "wild";
  return end.limit === null ? "" : "target";
}

// Whether there are hands to count, and none is counted.
/** @param {SeatAtTable[]} seats */
function hasNoneCounted(seats) {
  const hands = seats.map(({ hand }) => hand).filter(Boolean);
  return hands.length > 0 && hands.every((hand) => hand === "to_count");
}

/** @param {SeatAtTable[]} seats @param {number} contracts */
const steps = (seats, contracts) =>
  Array.from({ length: contracts }, (_, n) => seats.filter(({ number }) => number === n + 1));

/** @param {Around} known @param {Seat} seat @returns {SeatAtTable} */
function atTable({ ruleset, state, open, counting, mayScore, canSay, ahead }, seat) {
  const { deal, play } = open;
  const number = deal.contracts[seat] ?? null;
  const hand = handState(ruleset, open, seat, counting);
  const whole = layingDownIsGoingOut(ruleset, deal, seat);
  const melded = meldedIn(open, seat);
  const showsNumber = number !== null && ruleset.advancing !== "round";
  return {
    seat,
    name: state.names[seat],
    deals: seat === deal.dealer,
    leads: seat === deal.leads,
    is_ahead: ahead.includes(seat),
    adjustment: play.adjustments[seat] ?? null,
    total: state.totals[seat],
    last_points: hasEnded(open) || isBackNow(state, seat) ? null : (state.rounds.at(-1)?.points[seat] ?? null),
    hand_points: hand === "counted" ? countedPoints({ ruleset, deal, play }, seat) : null,
    number,
    takes_whole_hand: whole,
    is_down: play.laid_down.includes(seat),
    mark: mark(open, seat, canSay, !whole),
    out_button: canSay && !(seat in dropsOf(play)) ? outButton(ruleset) : "",
    ending: seat === play.went_out ? (play.ending ?? null) : null,
    won: SCHEMES[ruleset.scoring].paysKnocks ? roundsWon(state.rounds, state.names.length)[seat] : null,
    hand,
    shown_by: showsNumber ? "number" : "initial",
    progress: showsNumber ? null : progress(ruleset, state.totals[seat], melded ?? 0),
    games: inEachGame(state.games, seat),
    melded,
    melds: meldsOnTable(open.melds[seat] ?? [], ruleset.pack, open.deal.values),
    may_meld: canSay && melded !== null,
    opens_with: opensByTotal(ruleset) ? opensWith(ruleset, open, seat, state.totals[seat]) : null,
    drop: dropsOf(play)[seat] ?? null,
    drop_buttons: dropButtons(ruleset, open, seat, mayScore),
  };
}

/** @param {Ruleset} ruleset */
const opensByTotal = ({ opening }) => Boolean(opening?.by_total.length);

/** @param {Ruleset} ruleset @returns {SeatAtTable["out_button"]} */
function outButton({ knocking, asks_rummy: asks }) {
  if (knocking) return "knocks";
  return asks ? "asks_how" : "says_so";
}

// A drop can also be told while hands are counted, until that of this player is.
/**
 * @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat @param {boolean} mayScore
 * @returns {SeatAtTable["drop_buttons"]}
 */
function dropButtons(ruleset, open, seat, mayScore) {
  const { deal, play } = open;
  if (!mayScore || !ruleset.drops || deal.playoff) return "";
  /** @param {Seat} other */
  const playsOn = (other) => other !== seat && !(other in dropsOf(play));
  if (seat === play.went_out) return deal.players.some(playsOn) ? "wrong" : "";
  if (seat in dropsOf(play)) return "take_back";
  if (hasCounted(open, seat)) return "";
  return deal.must_play.includes(seat) ? "must_play" : "drop";
}

// Points melded in this round, counted or not; null if melds do not score.
/** @param {OpenRound} open @param {Seat} seat */
function meldedIn(open, seat) {
  if (!meldsScore(open) || open.deal.playoff) return null;
  return handPoints(open.deal.values, meldsOf(withLaidMelds(open, seat).play, seat));
}

// The state of a player and its button: once the round is over it is displayed, not asked.
/**
 * @param {OpenRound} open @param {Seat} seat @param {boolean} canSay @param {boolean} mayLayDown
 * @returns {SeatAtTable["mark"]}
 */
function mark({ deal, play }, seat, canSay, mayLayDown) {
  if (seat === play.went_out) return "is_out";
  if (!deal.down_counts) return "";
  if (play.laid_down.includes(seat)) return canSay ? "take_back" : "is_down";
  return canSay && mayLayDown ? "lay_down" : "";
}

// The question who went out, players who are down first, or how the chosen one did. `nobody` is the effect of that.
/** @param {Folded} fold @param {Seat} [chosen] @returns {OutView} */
export function outView({ ruleset, state }, chosen = -1) {
  const { deal, play } = /** @type {OpenRound} */ (state.open);
  /** @param {Seat} seat */
  const isDown = (seat) => play.laid_down.includes(seat);
  const isChosen = deal.players.includes(chosen);
  /** @param {MayBeOut} one */
  const isNotDown = ({ stands }) => stands === "not_down";
  /** @type {MayBeOut[]} */
  const asked = (isChosen ? [chosen] : deal.players).map((seat) => ({
    seat,
    name: state.names[seat],
    number: deal.contracts[seat] ?? null,
    is_down: isDown(seat),
    total: state.totals[seat],
    stands:
      seat in deal.contracts ? (isDown(seat) ? "down" : "not_down") : seat in dropsOf(play) ? "dropped" : "total",
  }));
  const otherwise = deal.playoff ? "play_off" : "scored";
  const nobody = ruleset.end.blocked === "void" ? "void" : otherwise;
  return {
    round: deal.number,
    version: state.version,
    seats: [...asked.filter((one) => !isNotDown(one)), ...asked.filter(isNotDown)],
    nobody,
    asks_how: isChosen || ruleset.knocking !== null,
    is_chosen: isChosen,
    knocks: ruleset.knocking !== null,
    marks_down: asked.some(isNotDown),
  };
}
