// Reads a log: applies its entries, except undone ones, to events; twin of companion/rules/fold/log.py.
import { KINDS } from "./entries.js";
import { Events } from "./events.js";

/** @param {Entry} entry */
export const isOfOpenRound = ({ kind }) => Boolean(KINDS[kind].isOfOpenRound);

// The same events, with an entry of the open round.
/** @param {Events} events @param {Entry} entry @param {number} sequence */
export function withEntry(events, entry, sequence) {
  const draft = events.draft.copy();
  const next = Object.assign(new Events(), events, { draft, last: /** @type {Numbered} */ ([sequence, entry]) });
  KINDS[entry.kind].apply(next, entry, sequence);
  return next;
}

// The log without undone entries and without undos.
/** @param {Entry[]} entries */
export function readEvents(entries) {
  const events = new Events();
  /** @type {Map<number, Entry>} */
  const standing = new Map();
  entries.forEach((entry, index) => {
    if (entry.kind === "entry_undone") standing.delete(entry.sequence);
    else standing.set(index + 1, entry);
  });
  for (const [sequence, entry] of standing) {
    KINDS[entry.kind].apply(events, entry, sequence);
    events.last = [sequence, entry];
  }
  events.undone = [...entries.keys()].map((index) => index + 1).filter((sequence) => !standing.has(sequence));
  return events;
}

// The players of each seat: a player is named by the entry that seated them; twin of companion/rules/fold/log.py.
export const FIRST = 0;

// By seat, the numbers of the entries that seated its players, in order; the last player has it now. First players are
// FIRST at their seats.
/** @param {Seats} seats @param {Entry[]} entries @returns {number[][]} */
export function seated({ names }, entries) {
  const found = names.map(() => [FIRST]);
  const undone = new Set(entries.map(({ kind, sequence }) => (kind === "entry_undone" ? sequence : 0)));
  entries.forEach(({ kind, seat }, index) => {
    if (undone.has(index + 1)) return;
    if (kind === "player_joined") found.push([index + 1]);
    if (kind === "seat_taken_over") found[seat]?.push(index + 1);
  });
  return found;
}
