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
