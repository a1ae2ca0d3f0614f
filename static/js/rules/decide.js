// Applies a command in the browser; twin of companion/rules/decide.py.
import { KINDS } from "./fold/entries.js";
import { seated } from "./fold/log.js";
import { after, fold } from "./fold/replay.js";
import { Doubted, Refused } from "./judging/refusals.js";
import { UnknownCard } from "./model/cards.js";
import { seatsIn } from "./model/named_seats.js";

// Defaults of entries that pages write; the server has checked all other entries.
/** @type {Checks} */
const USUAL = {
  check() {},
  checkAfter() {},
  settled: (_, entry) => entry,
  unasked: (_, entry) => entry,
  isNews: () => true,
  isOutdated: () => false,
};
/** @param {Entry} entry @returns {Checks} */
const waysOf = ({ kind }) => ({ ...USUAL, ...KINDS[kind] });

// Whether pages write this kind of entry, so that it can be checked here; others are checked by the server only.
/** @param {Entry} entry */
export const isChecked = ({ kind }) => Boolean(KINDS[kind].check);

// Only the server can decide: other house rules, their undo, or an undo on which an entry may depend that only the
// server checks.
export class OnlyServerDecides extends Error {}

// The command is stale.
export class Conflict extends Error {}

// The fold after these entries, as the log stores them; entries that say nothing new are left out. `round` is the
// number of the round in which they were made, null if irrelevant; `unasked` says that the author can no longer be
// asked: doubts are stored, and a later entry of others blocks an undo only if it depends on the undone entry. Throws
// Conflict, Refused, Doubted or OnlyServerDecides: then nothing may be stored. Conflicts with unseen entries of other
// phones are found by the server only.
/** @param {Fold} found @param {Entry[]} wanted @param {number | null} [round] @param {boolean} [unasked] */
export function decide(found, wanted, round = null, unasked = false) {
  if (round !== null && found.state.open?.deal.number !== round) throw new Conflict("out_of_date");
  try {
    return wanted.reduce((now, entry) => taken(now, entry, unasked), found);
  } catch (error) {
    throw error instanceof UnknownCard ? new Refused("unknown_card", { card: error.card }) : error;
  }
}

/** @param {Fold} now @param {Entry} wanted @param {boolean} unasked */
function taken(now, wanted, unasked) {
  const ways = waysOf(wanted);
  const undoes = wanted.kind === "entry_undone" ? now.entries[wanted.sequence - 1] : null;
  if ([wanted.kind, undoes?.kind].includes("rules_changed")) throw new OnlyServerDecides(wanted.kind);
  const mayStand = () => undoes && unasked && standsWithout(now, wanted.sequence);
  if (ways.isOutdated(now.state, wanted) && !mayStand()) throw new Conflict("out_of_date");
  const settled = ways.settled(now, wanted);
  const entry = unasked ? ways.unasked(now, settled) : settled;
  if (!ways.isNews(now.state, entry)) return now;
  ways.check(now, entry);
  const next = after(now, entry);
  ways.checkAfter(now, next, entry);
  return next;
}

// Entries checked by the server only that depend on nothing but the players and the open round.
const RESTS_ON_LITTLE = ["adjusted", "noted", "titled", "player_renamed"];
const MOVES_MUCH = ["player_joined", "player_left", "player_returned"];
/** @param {Entry} entry @param {string} undone */
const standsAnyway = ({ kind }, undone) => RESTS_ON_LITTLE.includes(kind) && !MOVES_MUCH.includes(undone);

// Whether all later entries would be valid without this entry, and mean the same: no round written since is another.
/** @param {Fold} now @param {number} sequence */
function standsWithout({ ruleset, seats, entries, state }, sequence) {
  /** @param {unknown} _ @param {number} index */
  const isStanding = (_, index) => !state.undone.includes(index + 1);
  const since = entries.filter((one, index) => index + 1 > sequence && isStanding(one, index));
  if (since.some(({ kind }) => KINDS[kind].goesBack)) return false;
  const { kind } = entries[sequence - 1];
  const unchecked = since.find((entry) => !isChecked(entry) && !standsAnyway(entry, kind));
  if (unchecked) throw new OnlyServerDecides(unchecked.kind);
  if (isSeatNamed({ seats, entries }, sequence, since)) return false;
  // The cards of a counted hand would have other values.
  if (kind === "turned_up" && ruleset.draws_wild && since.some((entry) => entry.kind === "hand_counted")) return false;
  const before = entries.filter((entry, index) => index + 1 < sequence && isStanding(entry, index));
  let now = fold(ruleset, seats, before);
  const { length } = now.state.rounds;
  /** @param {State} state */
  const written = ({ rounds }) => JSON.stringify(rounds.slice(length).map(({ play }) => play));
  for (const entry of since) {
    const next = withEntry(now, entry);
    if (JSON.stringify(next.entries.at(-1)) !== JSON.stringify(entry) || next === now) return false;
    now = next;
  }
  return written(now.state) === written(state);
}

// Whether later entries name a seat that would be another player's without this entry.
/** @param {Pick<Fold, "seats" | "entries">} log @param {number} sequence @param {Entry[]} since */
function isSeatNamed({ seats, entries }, sequence, since) {
  const seat = seated(seats, entries).findIndex((numbers) => numbers.includes(sequence));
  const isJoin = entries[sequence - 1].kind === "player_joined";
  return seat >= 0 && since.flatMap(seatsIn).some((named) => named === seat || (isJoin && named > seat));
}

// The fold with this entry; unchanged if that is invalid.
/** @param {Fold} now @param {Entry} entry */
function withEntry(now, entry) {
  try {
    return decide(now, [entry]);
  } catch (error) {
    if (error instanceof Conflict || error instanceof Refused || error instanceof Doubted) return now;
    throw error;
  }
}
