// The large open game on the home page; twin of web/pages/home.py. Once the game is over it has no `number`.
import { leaders, roundFigures } from "./open_round.js";
import { ranksOf } from "./won_view.js";

// `colours` go by seat, from 1.
/** @param {Folded} fold @param {number[]} colours */
export function openGameView({ ruleset, state }, colours) {
  const round = state.open && roundFigures(ruleset, state, state.open.deal);
  const ahead = leaders(state);
  const ranks = ranksOf(ruleset, state).filter(({ standing }) => state.active.includes(standing.seat));
  return {
    number: round?.number ?? null,
    planned: round?.planned ?? null,
    rounds: round?.is_playoff ? null : (round?.rounds ?? null),
    ranks: ranks.map((rank) => ({
      ...rank,
      colour: colours[rank.standing.seat],
      is_ahead: ahead.includes(rank.standing.seat),
    })),
  };
}
