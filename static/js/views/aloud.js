// The answers that can be read aloud: web/pages/aloud.py in the browser. Contracts are told by their numbers.
import { nameIn } from "../rules/model/state.js";
import { handState, lastStep, leaders, opensWith } from "./open_round.js";

// `counting` are the hands that other phones have open.
/** @param {Folded} fold @param {{ asked?: AloudView["asked"], counting?: Seat[] }} [page] @returns {AloudView} */
export function aloudView({ ruleset, state }, { asked = "", counting = [] } = {}) {
  const { open, names, standings, rounds } = /** @type {OpenState} */ (state);
  const [ahead, [first]] = [leaders(state), standings];
  /** @param {Seat} seat */
  const needed = (seat) => opensWith(ruleset, open, seat, state.totals[seat]);
  /** @param {Seat} seat */
  const isMissing = (seat) => ["to_count", "counting"].includes(handState(ruleset, open, seat, counting));
  return {
    round: open.deal.number,
    asked,
    needs: grouped(open, names, (seat) => open.deal.contracts[seat]).map(([number, who]) => ({ names: who, number })),
    to_open: grouped(open, names, needed).map(([points, who]) => ({ names: who, points })),
    wild: open.deal.wild,
    knock_most: open.deal.knock_most,
    ahead: standings.filter(({ seat }) => ahead.includes(seat)).map(({ seat }) => names[seat]),
    least: first.total,
    on: first.on && Math.min(first.on, ruleset.contracts.length),
    is_over: open.over,
    to_count: open.deal.players.filter(isMissing).map((seat) => names[seat]),
    last: lastStep(state),
    written: rounds.at(-1)?.deal.number ?? 0,
    scored: scoredIn(state),
    standings: standings.map(({ seat, total }) => ({ name: names[seat], points: total })),
  };
}

// The players dealt in by a number of each, in order of play: their contracts, or the points they need to open.
/** @param {OpenRound} open @param {string[]} names @param {(seat: Seat) => number | null | undefined} numberOf */
function grouped({ deal }, names, numberOf) {
  /** @type {Map<number, string[]>} */ const groups = new Map();
  for (const seat of deal.players) {
    const number = numberOf(seat) ?? null;
    if (number !== null) groups.set(number, [...(groups.get(number) ?? []), names[seat]]);
  }
  return [...groups];
}

// The points of the last written round, in order of play.
/** @param {State} state @returns {Score[]} */
function scoredIn(state) {
  const last = state.rounds.at(-1);
  if (!last) return [];
  const dealtIn = state.order.filter((seat) => seat in last.points);
  return dealtIn.map((seat) => ({ name: nameIn(state, seat, last.deal.number), points: last.points[seat] }));
}
