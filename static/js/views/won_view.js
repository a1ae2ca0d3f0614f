// The winner, the reason and the standings, as in view_models/sheet.py.
import { byContracts, isOutOfTheGame } from "../rules/fold/standings.js";
import { countedRounds, inEachGame } from "../rules/model/state.js";
import { far, lastStep } from "./open_round.js";
import { outcomeView } from "./outcome.js";

const FITS = 8; // letters in a line of the largest type, on the narrowest phone
const MANY_SHARE = 3; // winners; their bands are lower

/** @param {Folded} fold @param {AtPage} [page] @returns {WonView} */
export function wonView({ ruleset, state }, { mayScore = true, title = "" } = {}) {
  const { winners } = state.outcome;
  const named = winners.map((seat) => state.names[seat]);
  const outcome = outcomeView(ruleset, state);
  return {
    title,
    rounds: countedRounds(state),
    winners: named,
    in_colour_of: winners[0] ?? null,
    has_long_winner: named.some(isLong),
    sharers:
      winners.length === 1
        ? []
        : winners.map((seat, n) => ({ seat, name: named[n], total: /** @type {OutcomeView} */ (outcome).least })),
    many_share: winners.length >= MANY_SHARE,
    outcome,
    contracts_first: byContracts(ruleset),
    ranks: ranksOf(ruleset, state),
    undo: mayScore ? lastStep(state) : null,
  };
}

// The settlement, row by row.
/** @param {State} state @returns {SettledRow[]} */
export function settledRows({ settlement, order }) {
  if (!settlement) return [];
  const { rows, totals, games } = settlement;
  const final = { code: /** @type {const} */ ("final"), points: totals, games };
  return [...rows, final].map(({ code, points, games: each }) => ({
    code,
    cells: order.map((seat) => ({ seat, points: points[seat], games: each[seat] ?? [] })),
  }));
}

// The standings, line by line.
/** @param {Ruleset} ruleset @param {State} state */
export const ranksOf = (ruleset, state) => state.standings.map((standing) => rank(ruleset, state, standing));

/** @param {string} name */
const isLong = (name) => name.split(/\s+/).some((word) => [...word].length > FITS);

/** @param {Ruleset} ruleset @param {State} state @param {Standing} standing @returns {Rank} */
function rank(ruleset, { names, outcome, left, settlement, games }, standing) {
  const last = ruleset.contracts.length;
  const isGone = isOutOfTheGame(ruleset, standing.total);
  return {
    name: names[standing.seat],
    standing,
    is_winner: outcome.winners.includes(standing.seat),
    has_left: standing.seat in left && !isGone,
    out_after: isGone ? (left[standing.seat] ?? 0) : 0,
    far: far(last, standing),
    number: Math.min(standing.on ?? 0, last),
    total: settlement?.totals[standing.seat] ?? standing.total,
    games: settlement ? (settlement.games[standing.seat] ?? []) : inEachGame(games, standing.seat),
  };
}
