// The score sheet, rounds down and players across; twin of web/view_models/sheet.py, without the fields that
// only the final page uses.
import { byContracts, isOutOfTheGame, wasOut } from "../rules/fold/standings.js";
import { findDoubts } from "../rules/judging/doubts.js";
import { seatsOf } from "../rules/model/cards.js";
import { dropsOf, isAccepted, isOut } from "../rules/model/play.js";
import { countedRounds, inEachGame, namedEnding, nameIn, scores } from "../rules/model/state.js";
import { decided } from "./decisions.js";
import { lastStep } from "./open_round.js";
import { outcomeView } from "./outcome.js";
import { ranksOf, settledRows } from "./won_view.js";

const FIT_A_PHONE = 4; // columns

// Without the fields about the winner, which only the server's page uses.
/** @typedef {"winners" | "winner_seats" | "has_long_winner" | "sharers" | "many_share" | "ended_by"} OfTheWinner */
/**
 * @param {Folded} fold @param {AtPage} [page]
 * @returns {Omit<SheetView, OfTheWinner | "notes"> & { notes: SheetNote[] }}
 */
export function sheetView({ ruleset, state }, { mayScore = true, title = "" } = {}) {
  const { names, order, rounds, totals } = state;
  return {
    title,
    rounds: countedRounds(state),
    may_score: mayScore,
    players: order.map((seat) => ({
      seat,
      name: names[seat],
      total: totals[seat],
      games: inEachGame(state.games, seat),
      formers: formersOf(state, seat),
    })),
    many: order.length > FIT_A_PHONE,
    rows: rounds.map((scored) => row(ruleset, state, scored)),
    settlement: settledRows(state),
    ranks: ranksOf(ruleset, state),
    contracts: ruleset.contracts.length,
    contracts_first: byContracts(ruleset),
    notes: notes(ruleset, state),
    note: state.note,
    is_over: !state.open,
    has_rounds_after_end: rounds.some(({ counted }) => !counted),
    open_round: state.open?.deal.number ?? null,
    outcome: outcomeView(ruleset, state),
    undo: mayScore && state.last?.[1].kind === "round_corrected" ? lastStep(state) : null,
  };
}

/** @param {State} state @param {Seat} seat @returns {Former[]} */
const formersOf = ({ takeovers }, seat) =>
  takeovers.filter((takeover) => takeover.seat === seat).map(({ former, to_round }) => ({ name: former, to_round }));

/** @param {Ruleset} ruleset @param {State} state @param {ScoredRound} scored @returns {Row} */
function row(ruleset, state, scored) {
  const { order } = state;
  const { deal, counted, corrected } = scored;
  return {
    number: deal.number,
    dealer: { seat: deal.dealer, name: nameIn(state, deal.dealer, deal.number) },
    cells: order.map((seat) => (seat in scored.points ? cell(ruleset, state, scored, seat) : null)),
    counted,
    corrected,
    doubted: decided("doubted", {
      has_not_asked: scored.not_asked.length > 0,
      has_accepted: scored.accepted.length > 0,
    }),
    handovers: handoversAfter(state, deal.number),
  };
}

// The seats that were taken over after this round, by player.
/** @param {State} state @param {number} number @returns {Row["handovers"]} */
function handoversAfter(state, number) {
  const after = state.takeovers.filter((takeover) => takeover.to_round === number);
  if (!after.length) return [];
  return state.order.map((seat) => {
    const takeover = after.find((other) => other.seat === seat);
    return takeover ? { seat, former: takeover.former, now: nameIn(state, seat, number + 1) } : null;
  });
}

// `points` are null in a void round.
/** @param {Ruleset} ruleset @param {State} state @param {ScoredRound} scored @param {Seat} seat @returns {Cell} */
function cell(ruleset, state, scored, seat) {
  const { deal, play, made, totals, games } = scored;
  const points = scored.void ? null : scored.points[seat];
  const wentOut = seat === play.went_out;
  return {
    seat,
    contract: deal.contracts[seat] ?? null,
    points,
    made: made.includes(seat),
    total: totals[seat],
    games: inEachGame(games, seat),
    went_out: wentOut,
    only_out: isOut(play, seat) && points === 0,
    ending: wentOut ? namedEnding(ruleset, play) : null,
    drop: dropsOf(play)[seat] ?? null,
    back: backAfter(state, scored, seat),
  };
}

// The total with which a player came back who left after this round; null if it is the same.
/** @param {State} state @param {ScoredRound} scored @param {Seat} seat */
function backAfter(state, { deal, totals }, seat) {
  const back = state.returns.findLast((one) => one.seat === seat && one.left_after === deal.number);
  return back && back.total !== totals[seat] ? back.total : null;
}

/** @type {(code: Note["code"], values: Note["values"], doubt?: Doubt | null, name?: string | null) => SheetNote} */
const note = (code, values, doubt = null, name = null) => ({ code, values, doubt, name });

/** @param {Ruleset} ruleset @param {State} state @returns {SheetNote[]} */
function notes(ruleset, state) {
  const { rounds, new_rules: newRules } = state;
  const corrected = rounds.filter((scored) => scored.corrected).map(({ deal }) => deal.number);
  const changes = newRules.filter(({ before_round: number }) => number > 1);
  return [
    ...rounds.flatMap((scored) => doubted(ruleset, state, scored)),
    ...(corrected.length ? [note("corrected", { numbers: corrected })] : []),
    ...changes.map(({ before_round: number }, change) => ({ ...note("switched", { number }), change })),
    ...rounds.filter(scores).flatMap((scored) => adjusted(state, scored)),
    ...cameAndWent(ruleset, state),
    ...state.takeovers.map((takeover) => takenOver(state, takeover)),
  ];
}

// Every doubt of a written round: how it was answered, or that nobody was asked.
/** @param {Ruleset} ruleset @param {State} state @param {ScoredRound} scored */
function doubted(ruleset, state, { deal, play, accepted, not_asked: notAsked }) {
  if (!accepted.length && !notAsked.length) return [];
  return findDoubts({ ruleset, deal, play }).flatMap((doubt) => {
    const code = decided("note_of_doubt", {
      is_accepted: isAccepted(accepted, doubt),
      is_not_asked: isAccepted(notAsked, doubt),
    });
    const name = doubt.seat === null ? null : nameIn(state, doubt.seat, deal.number);
    return code ? [note(code, { number: deal.number }, doubt, name)] : [];
  });
}

/** @param {State} state @param {ScoredRound} scored */
const adjusted = (state, { deal: { number }, play: { adjustments } }) =>
  seatsOf(adjustments).map((seat) =>
    note("adjusted", { number, name: nameIn(state, seat, number), ...adjustments[seat] }),
  );

/** @param {Ruleset} ruleset @param {State} state */
function cameAndWent(ruleset, state) {
  const { names, joined, left: gone, returns, totals } = state;
  /** @param {Seat} seat */
  const came = (seat) =>
    note("joined", {
      name: nameIn(state, seat, joined[seat]),
      number: joined[seat],
      total: startingTotal(state, seat),
    });
  /** @param {Seat} seat */
  const went = (seat) =>
    note(isOutOfTheGame(ruleset, totals[seat]) ? "is_out" : "left", { name: names[seat], number: gone[seat] });
  /** @param {Return} comeback */
  const back = (comeback) => {
    const { seat, left_after: left, back_before, total } = comeback;
    const code = wasOut(ruleset, state.rounds, comeback) ? "rejoined" : "returned";
    return note(code, { name: nameIn(state, seat, left), left, back: back_before, total });
  };
  /** @param {SheetNote} note */
  const round = ({ values }) => Number(values.back ?? values.number);
  // Of one round those who came, before it, are first.
  const moves = [...seatsOf(joined).map(came), ...returns.map(back), ...seatsOf(gone).map(went)];
  return moves.sort((a, b) => round(a) - round(b));
}

/** @param {State} state @param {Takeover} takeover */
function takenOver(state, { seat, former, to_round: number }) {
  const { next_contracts, totals } = state.rounds[number - 1];
  const contract = next_contracts[seat];
  const name = nameIn(state, seat, number + 1);
  const back = state.returns.find((one) => one.seat === seat && one.back_before === number + 1);
  const values = { name, former, number: number + 1, total: back ? back.total : totals[seat], contract };
  return note(contract ? "taken_over_on" : "taken_over", values);
}

// The starting points of a player who joined late.
/** @param {State} state @param {Seat} seat */
function startingTotal({ joined, rounds, totals }, seat) {
  const first = rounds.find(({ deal }) => deal.number >= joined[seat]);
  if (!first) return totals[seat];
  return first.totals[seat] - (first.counted ? (first.points[seat] ?? 0) : 0);
}
