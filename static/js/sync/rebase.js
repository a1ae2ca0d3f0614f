// Rebases waiting commands on a log: commands that this phone has displayed and the server has not stored yet. Pure
// functions.
//
// A command is { tap, seen, seated, round, entries, settled, rests, made }: its random key; the length of the log when
// it was made; whom its seats mean (moved_seats.js); the round in which it was made (or null); its entries, and the
// same as the log stores them; `rests` is the state that its author saw, where that matters; `made` the time (ms). An
// undo of a waiting command says so: { sequence, of: [tap, which entry, its kind] }; it is not sent until it has a
// number. `goneOn` says that the author can no longer be asked, `asked` is the server's question about it, `under` the
// key of the question on which it depends.
import { isOfOpenRound } from "../rules/fold/log.js";
import { fold } from "../rules/fold/replay.js";
import { Conflict, OnlyServerDecides, decide } from "../rules/decide.js";
import { Doubted, Refused } from "../rules/judging/refusals.js";
import { mayMovePeople, moveSeats, namesNobody, peopleOf } from "./moved_seats.js";

// Whether an entry is made in a round: it affects the open one, or writes it down.
/** @param {Entry} entry */
export const isOfARound = (entry) => isOfOpenRound(entry) || entry.kind === "round_scored";

const newTap = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
/** @param {unknown} error */
const isForeign = (error) => ![Conflict, OnlyServerDecides, Doubted, Refused].some((kind) => error instanceof kind);
// The author can no longer be asked: they left the page, or played on offline for long. They saw the target of an
// undo.
const GONE_ON = 10_000; // ms
const WITH_DOUBTS = ["round_scored", "round_corrected"];
/** @param {Command} command */
export const isUnasked = ({ entries, goneOn }) =>
  entries.some(({ kind }) => kind === "entry_undone" || (WITH_DOUBTS.includes(kind) && Boolean(goneOn)));

// The age of a command by performance.now(), a monotonic clock, as far as this page can tell.
/** @type {WeakMap<Command, number>} */ const madeHere = new WeakMap();

// The author is looking at this page now.
/** @param {Command} command */
export function isMadeNow(command) {
  madeHere.set(command, performance.now());
  return Object.assign(command, { made: Date.now() });
}

// After the clock was set back the age is unknown, and such a command counts as old.
/** @param {Command} command */
function madeAt(command) {
  const passed = Date.now() - command.made;
  if (!madeHere.has(command)) madeHere.set(command, passed < 0 ? -Infinity : performance.now() - passed);
  return Number(madeHere.get(command));
}

// Mark commands whose authors can no longer be asked: since then (by performance.now()) there was no network, or no
// page.
/** @param {Command[]} commands */
export function haveGoneOn(commands, since = -Infinity) {
  for (const command of commands) command.goneOn ||= performance.now() - Math.max(madeAt(command), since) > GONE_ON;
}

/** @param {Command} command */
export const isHeld = ({ asked, under }) => Boolean(asked || under);

// Canonical JSON: independent of the order of keys.
/** @param {unknown} value */
const asText = (value) =>
  JSON.stringify(value, (_, of) =>
    of && typeof of === "object" && !Array.isArray(of) ? Object.fromEntries(Object.entries(of).sort()) : of,
  );
/** @param {unknown} a @param {unknown} b */
export const isEqual = (a, b) => asText(a) === asText(b);

// The result of a tap: { after, command }, or its immediate answer. `owners` are the [tap, which] of each entry on top
// of the log.
/** @param {Fold} now @param {WholeTap} tap @param {number} version @param {Owner[]} owners @returns {Tapped} */
export function tapped(now, { entries, round, seen, unasked }, version, owners) {
  try {
    const after = decide(now, entries, round, unasked);
    const wanted = entries.map((entry) => withTarget(entry, now, version, owners));
    const command = { tap: newTap(), seen, round, entries: wanted, ...shown(now, after, entries) };
    return { after, command: isMadeNow(/** @type {Command} */ (command)) };
  } catch (error) {
    return { answer: answerFor(error) };
  }
}

/** @param {Entry} entry @param {Fold} now @param {number} version @param {Owner[]} owners @returns {TappedEntry} */
function withTarget(entry, { entries }, version, owners) {
  const { kind, sequence } = entry;
  if (kind !== "entry_undone" || sequence <= version) return entry;
  return { ...entry, of: [...owners[sequence - version - 1], entries[sequence - 1].kind] };
}

/** @param {unknown} error @returns {TapAnswer} */
function answerFor(error) {
  if (isForeign(error)) throw error;
  if (error instanceof Conflict) return { conflict: error.message };
  if (error instanceof OnlyServerDecides) return { waits: true };
  if (error instanceof Doubted) return { doubts: error.doubts };
  const { code, seat, numbers, card, missing } = /** @type {Refused} */ (error);
  return { refused: code, seat, numbers, card, missing };
}

// The entries as stored, and the state on which a command depends: a round as written, or as it was before a
// correction.
/** @param {Fold} before @param {Fold} after @param {Entry[]} entries @returns {Pick<Command, "settled" | "rests">} */
export function shown(before, after, entries) {
  const { number } = /** @type {Entry} */ (entries.find(({ kind }) => kind === "round_corrected") ?? {});
  const isScored = entries.some(({ kind }) => kind === "round_scored");
  const round = isScored ? after.state.rounds.at(-1) : before.state.rounds[number - 1];
  return { settled: after.entries.slice(before.entries.length), rests: round?.play ?? null };
}

// The log with all waiting commands on top: { fold, owners }. Commands that do not fit are left out: the server says
// whether they are there already or raise a question. `keysOf` gives the keys of an entry of the log; without it the
// seats of the commands are right.
/** @param {Fold} log @param {Command[]} commands @param {KeysOf} [keysOf] @returns {OnTop} */
export function onTop(log, commands, keysOf) {
  const going = commands.filter((command) => !isHeld(command));
  const isWhole = going.length === commands.length; // a command that is left out has no number
  const isUntouched = isWhole && going.every(({ seen, isApart }) => seen === log.entries.length && !isApart);
  if (isUntouched && !(keysOf && haveMoved(log, going, keysOf))) return asShown(log, going);
  const top = inTurn(log, going, () => true, keysOf);
  if (keysOf) for (const command of commands.filter(isHeld)) moveSeats(command, peopleOnTop(top, keysOf));
  return top;
}

// Whether any seats had to be moved, as after an undo of this phone that was not displayed.
/** @param {Fold} log @param {Command[]} commands @param {KeysOf} keysOf */
function haveMoved(log, commands, keysOf) {
  const top = { fold: { ...log, entries: [...log.entries] }, owners: /** @type {Owner[]} */ ([]) };
  let people = peopleOnTop(top, keysOf);
  let isAny = false;
  for (const command of commands) {
    isAny = moveSeats(command, people) || isAny;
    top.fold.entries.push(...command.settled);
    top.owners.push(...ownersOf(command));
    if (command.settled.some(mayMovePeople)) people = peopleOnTop(top, keysOf);
  }
  return isAny;
}

// The players of each seat (moved_seats.js).
/** @param {OnTop} top @param {KeysOf} keysOf @returns {People} */
export function peopleOnTop({ fold: { seats, entries }, owners }, keysOf) {
  const version = entries.length - owners.length;
  return peopleOf(seats, entries, (number) =>
    number > version ? [keyOf(owners[number - version - 1])] : keysOf(number),
  );
}

// As the server numbers the entries of a command.
/** @param {Owner} owner */
const keyOf = ([tap, which]) => (which ? `${tap}+${which}` : tap);

/** @param {Command} command */
export const ownersOf = ({ tap, settled }) => settled.map((_, which) => /** @type {Owner} */ ([tap, which]));

// Whether nobody else has written since: then everything is as displayed.
/** @param {Fold} log @param {Command[]} commands @returns {OnTop} */
function asShown(log, commands) {
  const entries = [...log.entries, ...commands.flatMap(({ settled }) => settled)];
  return { fold: commands.length ? fold(log.ruleset, log.seats, entries) : log, owners: commands.flatMap(ownersOf) };
}

// Commands one after another, as far as they fit and `isTaken` accepts them: { fold, owners }.
/**
 * @param {Fold} log @param {Command[]} commands @param {IsTaken} isTaken @param {KeysOf} [keysOf] @returns {OnTop}
 */
function inTurn(log, commands, isTaken, keysOf) {
  let now = log;
  /** @type {Owner[]} */ const owners = [];
  let people = keysOf && peopleOnTop({ fold: now, owners }, keysOf);
  for (const command of commands) {
    /** @param {Target} of */
    const numberOf = (of) => {
      const index = owners.findIndex(([tap, which]) => tap === of[0] && which === of[1]);
      return index < 0 ? 0 : log.entries.length + 1 + index;
    };
    if (people) moveSeats(command, people);
    const after = tried(now, command, numberOf);
    if (!isTaken(command, now, after) || !after) continue;
    command.settled = after.entries.slice(now.entries.length);
    owners.push(...ownersOf(command));
    now = after;
    if (keysOf && command.settled.some(mayMovePeople)) people = peopleOnTop({ fold: now, owners }, keysOf);
  }
  return { fold: now, owners };
}

// The fold after this command, null if it does not fit. `numberOf` gives the current number of the target of an undo.
/** @param {Fold} now @param {Command} command @param {(of: Target) => number} numberOf @returns {Fold | null} */
function tried(now, command, numberOf) {
  const { entries, round } = command;
  if (namesNobody(command)) return null;
  const wanted = entries.map(({ of, ...entry }) => (of ? { ...entry, sequence: numberOf(of) } : entry));
  try {
    return decide(now, wanted, round, isUnasked(command));
  } catch (error) {
    if (isForeign(error)) console.error(error); // an unreadable command must not prevent the page from opening
    return null;
  }
}

// Entries of others (by number) count as seen by all waiting commands if these still give what was displayed. Two
// counts of one hand of the open round are a conflict that the server finds.
const IN_THE_WAY = ["hand_counted", "entry_undone", "went_out"];

// Whether entries of this kind may give the open round another wild rank, and so other prices to counted cards: the
// rank is named, or a corrected round is void now and moves the deals.
/** @param {Fold} log @param {Entry} entry */
const movesWild = ({ ruleset: { draws_wild: isDrawn, card_values_for: moving } }, { kind }) =>
  Object.keys(moving).length > 0 && kind === (isDrawn ? "turned_up" : "round_corrected");

/** @param {Fold} log @param {Command[]} commands @param {Set<number>} others */
export function seenBy(log, commands, others) {
  const going = commands.filter((command) => !isHeld(command));
  const seen = Math.min(...going.map((command) => command.seen));
  const since = log.entries.findLastIndex(({ kind }) => kind === "round_scored");
  /** @param {Entry} entry @param {number} index */
  const isInTheWay = (entry, index) =>
    index >= seen &&
    others.has(index + 1) &&
    (entry.kind === "rules_changed" || (index > since && (IN_THE_WAY.includes(entry.kind) || movesWild(log, entry))));
  if (!(seen < log.entries.length) || log.entries.some(isInTheWay)) return;
  let goesOn = true;
  inTurn(log, going, (command, before, after) => {
    goesOn &&= after !== null && isSame(before, after, command);
    if (goesOn) command.seen = log.entries.length;
    return goesOn;
  });
}

/** @param {Fold} before @param {Fold} after @param {Command} command */
const isSame = (before, after, { entries, rests }) => !rests || isEqual(shown(before, after, entries).rests, rests);

// Whether a command would still write what was displayed, on top of the entries of others.
/** @param {Fold} log @param {Command} command */
export function isAsShown(log, command) {
  const after = command.rests && tried(log, command, () => 0);
  return after ? isSame(log, after, command) : false;
}

// The server has stored entries with these numbers: later commands have seen them.
/** @param {number[]} numbers @param {Command[]} behind */
export function seeKept(numbers, behind) {
  for (const command of behind) while (numbers.includes(command.seen + 1)) command.seen += 1;
}

// Entries of this key have got these numbers: undos now have a target. An undo of an entry that said nothing new is
// empty. `settled` are those entries as displayed, if known. Returns the changed commands.
/** @param {Command[]} commands @param {Settled} answered @param {number[]} numbers @param {Fold} log */
export function aimUndos(commands, { tap, settled }, numbers, log) {
  const meant = commands.filter(({ entries }) => entries.some(({ of }) => of?.[0] === tap));
  for (const command of meant) {
    command.entries = command.entries.flatMap(({ of, ...entry }) => {
      if (of?.[0] !== tap) return [of ? { ...entry, of } : entry];
      const sequence = numberOf(/** @type {Target} */ (of), settled, numbers, log);
      return sequence ? [{ ...entry, sequence }] : [];
    });
  }
  return meant;
}

// Parts of a command may have been no news to the server; or all of it none to a page that was opened with it in the
// log.
/** @param {Target} of @param {Entry[] | undefined} settled @param {number[]} numbers @param {Fold} log */
function numberOf([, which, kind], settled, numbers, { entries }) {
  if (!settled && !kind) return numbers[which]; // stored by an earlier version without a kind
  if (!settled) return numbers.find((number) => entries[number - 1]?.kind === kind);
  const isWhole = !settled.length || numbers.length === settled.length;
  return isWhole ? numbers[which] : numbers.find((number) => isEqual(entries[number - 1], settled[which]));
}

/** @param {Command} command */
const targetsOf = ({ entries }) => entries.flatMap(({ of }) => (of ? [of[0]] : []));

// Undos whose target no longer waits: another page of this browser got its answer.
/** @param {Command[]} commands */
export const withoutTarget = (commands) =>
  commands.filter((command) => targetsOf(command).some((target) => !commands.some(({ tap }) => tap === target)));

// Another page of this browser may have got the answer, or have tapped before it knew of the question.
/** @param {Command[]} commands */
export function holdAnew(commands) {
  const asked = new Set(commands.filter((command) => command.asked).map(({ tap }) => tap));
  for (const command of commands) {
    if (command.under && !asked.has(command.under)) command.under = null;
    if (!isHeld(command)) command.under = holdingTarget(commands, command);
  }
}

// The key of the question that holds the target of an undo; null if none does. Its answer decides about both.
/** @param {Command[]} commands @param {Command} command */
function holdingTarget(commands, command) {
  const targets = targetsOf(command);
  const target = targets.length ? commands.find(({ tap }) => targets.includes(tap)) : null;
  return target?.asked ? target.tap : (target?.under ?? null);
}

// The same for a new command, which may also count a hand with a question.
/** @param {Command[]} commands @param {Command} command */
export const questionFor = (commands, command) =>
  commands.find((earlier) => earlier.asked && countsTheSame(earlier, command))?.tap ??
  holdingTarget(commands, command);

// The version of the log that a displayed hand has seen: the current one, or that of the waiting command that it
// shows.
/** @param {Command[]} commands @param {Seat} seat @param {number} version */
export function handSeen(commands, seat, version) {
  const shown = commands.filter((command) => !isHeld(command) && counts(command, seat));
  return Math.min(version, ...shown.map(({ seen }) => seen));
}

// The version that a hand has seen that was drawn earlier and counted here since: up to the next entry of another
// phone about it.
/** @param {Fold} log @param {Seat} seat @param {number} since @param {Set<number>} others */
export function seenSince({ entries }, seat, since, others) {
  /** @param {Entry} entry */
  const isOfIt = (entry) => isCountOf(entry.kind === "entry_undone" ? entries[entry.sequence - 1] : entry, seat);
  const theirs = entries.findIndex((entry, index) => index >= since && others.has(index + 1) && isOfIt(entry));
  return theirs < 0 ? entries.length : theirs;
}

/** @param {Entry} entry @param {Seat} seat */
const isCountOf = ({ kind, seat: whose }, seat) => kind === "hand_counted" && whose === seat;
/** @param {Command} command @param {Seat} seat */
const counts = ({ entries }, seat) => entries.some((entry) => isCountOf(entry, seat));

// Both count the same hand, so they share their fate.
/** @param {Command} command @param {Command} other */
const countsTheSame = (command, other) =>
  command.entries.some(({ kind, seat }) => kind === "hand_counted" && counts(other, seat));

// Split commands that wait for an answer about the first count: the counts of that hand with their undos, and the
// others.
/** @param {Command[]} commands */
export function withoutCount([first, ...behind]) {
  const gone = new Set([first?.tap]);
  /** @param {Command} command */
  const isGone = (command) => countsTheSame(first, command) || command.entries.some(({ of }) => of && gone.has(of[0]));
  const ours = behind.filter((command) => isGone(command) && gone.add(command.tap));
  return [first ? [first, ...ours] : [], behind.filter(({ tap }) => !gone.has(tap))];
}

// The states on which these commands depend, in the current log: the sender has seen them.
/** @param {Fold} log @param {Command[]} commands */
export function restAnew(log, commands) {
  inTurn(log, commands, (command, before, after) => {
    if (after && command.rests) command.rests = shown(before, after, command.entries).rests;
    return true;
  });
}

// Whether this command fits the log by itself.
/** @param {Fold} log @param {Pick<Command, "entries" | "round">} command */
export const isAlone = (log, command) =>
  onTop(log, [/** @type {Command} */ ({ ...command, seen: -1, asked: null })]).owners.length > 0;

/** @param {Fold} log @param {TappedEntry} entry */
const isUndoOfJoin = ({ entries }, { kind, sequence, of }) =>
  kind === "entry_undone" && (of ? of[2] : entries[sequence - 1]?.kind) === "player_joined";

// A question about a command: returns the later commands that do not fit without it, which depend on the answer.
/** @param {Fold} log @param {Command} command @param {Command[]} behind */
export function hold(log, command, behind) {
  const gone = new Set([command.tap]);
  // Later commands take it into account.
  const movesSeats = command.entries.some((entry) => entry.kind === "player_joined" || isUndoOfJoin(log, entry));
  // Which hands are counted depends on who went out, and their points on the wild rank.
  const isOfAllHands = command.entries.some(
    (entry) => entry.kind === "went_out" || (entry.kind === "turned_up" && movesWild(log, entry)),
  );
  const going = behind.filter((later) => !isHeld(later));
  inTurn(log, going, (other, before, after) => {
    const rests =
      movesSeats ||
      countsTheSame(command, other) ||
      other.entries.some(({ of }) => of && gone.has(of[0])) ||
      (isOfAllHands && other.round === command.round);
    const goesOn = !rests && after && isSame(before, after, other);
    if (goesOn) return true;
    other.under = command.tap;
    gone.add(other.tap);
    return false;
  });
  return going.filter(({ under }) => under);
}
