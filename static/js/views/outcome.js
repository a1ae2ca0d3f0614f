// What a game has come to, and why: companion/web/figures/outcome.py in the browser.
import { comparedPoints, lowWins } from "../rules/standings.js";

const COMPARING_FINISHERS = ["fewest_points", "tie_shared", "tie_went_out", "playoff_needed"];
const WHEN_ROUNDS_PLAYED = {
  lowest_total: "lowest_after_last_round",
  highest_total: "highest_after_last_round",
  tie_shared: "shared_after_last_round",
};
const WHEN_LIMIT_REACHED = { lowest_total: "lowest_at_limit", reached_target: "reached_target", tie_shared: "shared_at_limit" };

// Null while it is simply going on.
/** @returns {OutcomeView | null} */
export function outcomeView(ruleset, state) {
  const { outcome, standings, names } = state;
  if (outcome.code === "in_progress") return null;
  const { end } = ruleset;
  const best = outcome.winners.length ? outcome.winners : outcome.tied;
  const deciding = state.rounds.findLast((round) => round.counted && !round.void && !round.deal.playoff);
  const before = deciding && comparesBefore(end, outcome);
  const totals = before ? comparedPoints(ruleset, state.totals, deciding.points) : state.totals;
  const named = (seats) => seats.map((seat) => names[seat]);
  return {
    why: why(end, state).map((code) => ({ code })),
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
    least: totals[best[0]],
    others: outcome.finishers.filter((seat) => !best.includes(seat)).map((seat) => totals[seat]).sort((a, b) => a - b),
    runner_up: standings.find(({ seat }) => !best.includes(seat))?.total ?? null,
  };
}

export const byContracts = ({ winner }) => winner === "first_to_finish";

// Whether finishers were compared by their points from before the deciding round.
const comparesBefore = (end, { code }) =>
  byContracts(end) && end.tie_points === "before_deciding_round" && COMPARING_FINISHERS.includes(code);

function why(end, { outcome, ended }) {
  const isEarly = outcome.code === "ended_early";
  const because = ended?.[1].reason ? "ended_because" : "ended";
  const codes = isEarly ? [because, whenEnded(end, outcome)] : [decidedBy(end, outcome)];
  return comparesBefore(end, outcome) ? [...codes, "before_that_round"] : codes;
}

// By what somebody is ahead where the table stopped.
function whenEnded(end, { finishers, tied }) {
  if (finishers.length === 1) return "came_furthest";
  if (finishers.length) return tied.length ? "shared_as_far" : "fewest_as_far";
  if (tied.length) return "shared_as_it_stands";
  return lowWins({ end }) ? "fewest_as_it_stands" : "most_as_it_stands";
}

function decidedBy(end, outcome) {
  if (outcome.gone.length) return outcome.code === "tie_shared" ? "all_left" : "others_left";
  if (end.when === "rounds_played") return WHEN_ROUNDS_PLAYED[outcome.code];
  if (end.when === "limit_reached") return WHEN_LIMIT_REACHED[outcome.code];
  return whenFinished(end, outcome);
}

function whenFinished(end, { code, finishers, playoff }) {
  if (code === "fewest_points") return finishers.length === 2 ? "fewest_of_two" : "fewest_of_more";
  if (code === "tie_went_out") return playoff ? "won_playoff" : "went_out";
  if (code !== "tie_shared") return code;
  if (end.tiebreak === "went_out_last_round") return "shared_and_none_went_out";
  return byContracts(end) ? "shared" : "shared_by_points";
}
