// The fold in the browser: a ruleset and a log in, the state of the game out. Twin of companion/rules/fold/replay.py,
// which is the authority: tests/vectors compares both after every entry. Names are those of Python. `ruleset_data`
// writes the ruleset; seats are { names, first_dealer }; an entry is { kind, ...all its fields }; the state has the
// keys of `state_data`. Independent of any page.
import { meldsScore, onlyPoints } from "../judging/scoring.js";
import { isPriced } from "../model/cards.js";
import { isOver } from "../model/state.js";
import { isOfOpenRound, readEvents, withEntry } from "./log.js";
import { takeoversOf } from "./order.js";
import { endedEarly, settlementOf, standingsOf } from "./standings.js";
import { Table } from "./table.js";

// A folded log, with everything needed to continue the fold. Throws UnknownCard.
/** @param {Ruleset} ruleset @param {Seats} seats @param {Entry[]} entries @returns {Fold} */
export function fold(ruleset, seats, entries) {
  const events = readEvents(entries);
  const table = new Table(ruleset, seats, events);
  const rounds = events.rounds.map((written) => table.score(written));
  return { ruleset, seats, entries, state: stateOf(table, rounds, entries.length), table };
}

// The fold after this entry, by the rules in force after it. An entry of the open round does not rescore the rounds
// before it.
/** @param {Fold} now @param {Entry} entry @param {Ruleset} [rules] @returns {Fold} */
export function after(now, entry, rules = now.ruleset) {
  const { ruleset, seats, entries, state } = now;
  const longer = [...entries, entry];
  if (rules !== ruleset || !state.open || !isOfOpenRound(entry)) return fold(rules, seats, longer);
  const version = longer.length;
  const table = now.table.with(withEntry(now.table.events, entry, version));
  return {
    ruleset,
    seats,
    entries: longer,
    state: { ...state, open: openRound(table), last: [version, entry], version },
    table,
  };
}

// Prepare the table for the open round, and derive the state.
/** @param {Table} table @param {ScoredRound[]} rounds @param {number} version @returns {State} */
function stateOf(table, rounds, version) {
  table.getReady();
  const { ruleset, events, seating, tally } = table;
  const { order, active, joined, left, returns } = seating;
  const names = seating.names.map((name, seat) => events.renamed[seat] ?? name);
  if (events.ended && !isOver(table.outcome)) {
    table.outcome = endedEarly(ruleset, table.round, active.length ? active : order, tally);
  }
  const { made, totals, games } = tally;
  const { outcome } = table;
  const settlement = settlementOf(ruleset, outcome, games);
  const { ended, end_time, title, note, new_rules, last, undone } = events;
  return {
    names,
    order,
    active: [...active].sort((a, b) => a - b),
    joined,
    left,
    returns,
    takeovers: takeoversOf(events.handed_over, names, joined),
    rounds,
    open: isOver(outcome) ? null : openRound(table),
    made,
    totals,
    games,
    next_contracts: table.nextContracts(table.number),
    standings: standingsOf(ruleset, seating, tally, outcome.winners, settlement),
    outcome,
    settlement,
    ended,
    end_time,
    title,
    note,
    new_rules,
    last,
    version,
    undone,
  };
}

/** @param {Table} table @returns {OpenRound} */
function openRound(table) {
  const { draft: said } = table.events;
  const dealt = table.deal(said.play());
  const draft = table.dealtTo(dealt, said);
  const over = draft.over || onlyPoints({ deal: dealt }); // then points can be typed at any time
  const { deal, play, unsaid } = table.played(dealt, draft.play(), draft.unasked, draft.told_down, over);
  const marked = [...draft.marked].sort((a, b) => a - b);
  return {
    deal,
    play,
    over,
    counted_at: draft.counted_at,
    marked,
    melds: meldsOf(deal, play, draft.melds),
    unsaid,
  };
}

// The melds that are not counted; other house rules may have made their cards worthless.
/** @param {Deal} deal @param {RoundPlay} play @param {OpenRound["melds"]} melds @returns {OpenRound["melds"]} */
function meldsOf(deal, play, melds) {
  if (!meldsScore({ deal })) return {};
  /** @param {LaidMeld[]} laid */
  const priced = (laid) => laid.filter(({ cards }) => isPriced(deal.values, cards));
  return Object.fromEntries(Object.entries(melds).map(([seat, of]) => [seat, seat in play.melded ? [] : priced(of)]));
}
