// The outcome of a game, and the reason; twin of web/view_models/outcome.py.
import { byContracts, comparedPoints, isOutOfTheGame, lowWins } from "../rules/fold/standings.js";
import { scores } from "../rules/model/state.js";
import { decided } from "./decisions.js";

const COMPARING_FINISHERS = ["fewest_points", "tie_shared", "tie_went_out", "playoff_needed"];
/** @type {Record<number, string>} */
const HOW_MANY = { 1: "one", 2: "two" };

// Null while the game continues without a tie.
/** @param {Ruleset} ruleset @param {State} state @returns {OutcomeView | null} */
export function outcomeView(ruleset, state) {
  const { outcome, standings, names } = state;
  if (outcome.code === "in_progress" && !outcome.tied.length) return null;
  const { end } = ruleset;
  const best = outcome.winners.length ? outcome.winners : outcome.tied;
  const deciding = state.rounds.findLast(scores);
  const others = deciding && comparesFinishers(end, outcome);
  const totals = others ? comparedPoints(ruleset, deciding.deal, state.totals, deciding.points) : state.totals;
  const final = state.settlement && state.games.length > 1 ? state.settlement.totals : state.totals;
  /** @param {Seat[]} seats */
  const named = (seats) => seats.map((seat) => names[seat]);
  return {
    why: why(ruleset, state, deciding).map((code) => ({ code })),
    winners: named(outcome.winners),
    finishers: named(outcome.finishers),
    tied: named(outcome.tied),
    gone: named(outcome.gone),
    reached: named([...state.totals.keys()].filter((seat) => state.totals[seat] >= (end.limit ?? 0))),
    limit: end.limit ?? null,
    reason: state.ended?.[1].reason ?? "",
    last: ruleset.contracts.length,
    round: outcome.round,
    deciding: deciding?.deal.number ?? null,
    least: others ? totals[best[0]] : final[best[0]],
    others: outcome.finishers
      .filter((seat) => !best.includes(seat))
      .map((seat) => totals[seat])
      .sort((a, b) => a - b),
    runner_up: standings.filter(({ seat }) => !best.includes(seat)).map(({ seat }) => final[seat])[0] ?? null,
  };
}

// Whether other points than the totals have been compared between finishers.
/** @param {End} end @param {Outcome} outcome */
function comparesFinishers(end, { code, tied }) {
  const isCompared = COMPARING_FINISHERS.includes(code) || (code === "in_progress" && tied.length > 0);
  return byContracts({ end }) && end.tie_points === "before_deciding_round" && isCompared;
}

// Whether the limit was reached before the round that decided: a tie was played on.
/** @param {End} end @param {Outcome} outcome @param {ScoredRound[]} rounds */
const wasReached = ({ limit }, { round: decisive }, rounds) =>
  rounds
    .filter(({ counted, deal }) => counted && deal.number < Number(decisive))
    .some(({ totals }) => Object.values(totals).some((total) => total >= Number(limit)));

/** @param {Ruleset} ruleset @param {State} state @param {ScoredRound} [deciding] @returns {Why["code"][]} */
function why(ruleset, { outcome, ended, rounds, totals }, deciding) {
  const { end } = ruleset;
  const { code, playoff, finishers, tied, gone } = outcome;
  const isEarly = code === "ended_early";
  const plainly = end.when === "table_ends" ? "ended_by_table" : "ended";
  const because = end.when === "table_ends" ? "ended_by_table_because" : "ended_because";
  const decisive = decided("why", {
    is_early: isEarly,
    code,
    when: end.when,
    tiebreak: end.tiebreak,
    playoff,
    by_contracts: byContracts({ end }),
    low_wins: lowWins({ end }),
    finishers: HOW_MANY[finishers.length] ?? "more",
    has_finishers: finishers.length > 0,
    has_tied: tied.length > 0,
    has_gone: gone.length > 0,
    all_out: outcome.winners.some((seat) => isOutOfTheGame(ruleset, totals[seat])),
    has_lives: ruleset.lost_lives !== null,
    was_reached: end.when === "limit_reached" && wasReached(end, outcome, rounds),
  });
  return /** @type {Why["code"][]} */ ([
    ...(isEarly ? [ended?.[1].reason ? because : plainly] : []),
    decisive,
    ...(deciding && !deciding.deal.tiebreak && comparesFinishers(end, outcome) ? ["before_that_round"] : []),
  ]);
}
