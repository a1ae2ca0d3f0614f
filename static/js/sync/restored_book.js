// An older backup was restored: the server lacks entries that an open page still has. They are put into the outbox
// before the waiting commands, and nothing is sent until somebody decides. Functions of both logs and the outbox, and
// the requests for them.
//
// A log is { entries, names }: each entry has a public name that does not depend on its number
// (companion/records/log/taps.py). A lost entry becomes a command with `lost` set to its line of the history, "" if it
// has none; its key follows from the name, so that it is written once, whichever phones resend it. The time of the tap
// is unknown (`isUntimed`).
import { after, fold } from "../rules/fold/replay.js";
import { keysIn, resentAs } from "./entry_names.js";
import { peopleOf, statedBy } from "./moved_seats.js";
import { isOfARound, shown } from "./rebase.js";
import { jsonAt, LOCKED } from "./requests.js";

const AGAIN = 2000; // ms
const PATIENCE = 8000;
const MOST = 200; // entries described in words

/** @param {Command} command */
export const isLost = ({ lost }) => lost !== undefined && lost !== null;

// The whole log of the server, with retries; null if the link has ended, { trouble: "key" } if this page must be
// reloaded.
/** @param {string} log @returns {Promise<WholeLog | { trouble: string } | null>} */
export async function wholeLog(log) {
  for (;;) {
    const answer = await fetch(log, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
    const told = answer?.ok ? await answer.json().catch(() => null) : null;
    if (told) return told;
    if (answer && LOCKED.includes(answer.status)) return { trouble: "key" };
    if (answer && [404, 410].includes(answer.status)) return null;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

// { since, lost, rebase }: the length of the common prefix, the commands with the lost entries, and a function that
// rebases a waiting command on the server's log.
/** @param {Log} ours @param {WholeLog} told @param {{ seats: Seats }} game */
export function compare(ours, told, { seats }) {
  const theirs = told.entries.map(({ name }) => name);
  const differs = ours.entries.findIndex((_, index) => !ours.names[index] || ours.names[index] !== theirs[index]);
  const since = differs < 0 ? ours.entries.length : differs;
  const rebase = rebased(ours, theirs, since);
  const logs = { ours, told, theirs, since, rebase, seats };
  return { since, lost: [...lostCommands(logs)], rebase };
}

/** @param {TwoLogs} logs */
function* lostCommands({ ours, told, theirs, since, rebase, seats }) {
  const last = ours.entries.findLastIndex(({ kind }) => kind === "rules_changed");
  let now = fold(last < since ? ours.ruleset : told.ruleset, seats, ours.entries.slice(0, since));
  for (let index = since; index < ours.entries.length; index += 1) {
    const [entry, name] = [ours.entries[index], ours.names[index]];
    const next = afterEntry(now, entry, index === last ? ours.ruleset : undefined);
    const round = isOfARound(entry) ? (now.state.open?.deal.number ?? null) : null;
    const said = { tap: resentAs(name), entries: [entry], round, seated: seatedBefore(ours, index, seats) };
    const marks = { goneOn: true, isFirst: true, isUntimed: true, isApart: isOfRules(ours, entry), lost: "" };
    const effect = next ? shown(now, next, [entry]) : { settled: [entry], rests: null };
    const command = { ...said, seen: since, made: Date.now(), number: index + 1, ...marks, ...effect };
    if (name && !theirs.includes(name)) yield rebase(/** @type {Command} */ (command));
    now = next ?? now;
  }
}

// Whom the seats of a lost entry mean.
/** @param {Log} log @param {number} index @param {Seats} seats */
const seatedBefore = ({ entries, names }, index, seats) =>
  statedBy(peopleOf(seats, entries.slice(0, index), keysIn(names, new Map())));

// Whether an entry changes the house rules, or takes a change back. Only the server can apply other rules: entries
// that depend on them are displayed afterwards.
/** @param {Log} log @param {Entry} entry */
const isOfRules = ({ entries }, { kind, sequence }) =>
  kind === "rules_changed" || (kind === "entry_undone" && entries[sequence - 1]?.kind === "rules_changed");

/** @param {Fold} now @param {Entry} entry @param {Ruleset} [rules] @returns {Fold | null} */
function afterEntry(now, entry, rules) {
  try {
    return after(now, entry, rules);
  } catch (error) {
    console.error(error); // an unreadable entry must not block the others
    return null;
  }
}

// Remember the names of the entries on which a command depends: the last one seen, and the targets of its undos.
// Numbers have no meaning in another log.
/** @param {Command} command @param {string[]} names */
export function nameBasis(command, names) {
  const undone = command.entries
    .filter(({ kind, of }) => kind === "entry_undone" && !of)
    .map(({ sequence }) => sequence);
  const numbers = [command.seen, ...undone].filter((number) => number && names[number - 1]);
  command.basis = {
    seen: names[command.seen - 1] ? command.seen : 0,
    names: Object.fromEntries(numbers.map((number) => [number, names[number - 1]])),
  };
}

// Rebases commands that were made on another log than that of this page: undos find their targets by name, and `seen`
// is limited to the common entries. Returns { moved, dropped }: the changed commands, and undos whose target the log
// lacks.
/** @param {Command[]} commands @param {string[]} names */
export function restOn(commands, names) {
  const strays = commands.filter(({ basis }) =>
    Object.entries(basis?.names ?? {}).some(([number, name]) => names[Number(number) - 1] !== name),
  );
  for (const command of strays) {
    const basis = /** @type {NonNullable<Command["basis"]>} */ (command.basis);
    /** @param {number} number */
    const numberNow = (number) => (basis.names[number] ? names.indexOf(basis.names[number]) + 1 : number);
    command.seen = basis.seen ? Math.min(command.seen, numberNow(basis.seen)) : 0;
    const entries = command.entries.map((entry) =>
      entry.kind === "entry_undone" && !entry.of ? { ...entry, sequence: numberNow(entry.sequence) } : entry,
    );
    command.entries = entries.filter(({ kind, sequence }) => kind !== "entry_undone" || sequence !== 0);
    nameBasis(command, names);
  }
  return {
    moved: strays.filter(({ entries }) => entries.length),
    dropped: strays.filter(({ entries }) => !entries.length),
  };
}

// Waiting commands have seen at least the common entries; an undo finds its target under another number, or waits for
// it.
/** @param {Log} ours @param {string[]} theirs @param {number} since */
function rebased(ours, theirs, since) {
  const isPrefix = since === ours.entries.length;
  /** @param {TappedEntry} entry @returns {TappedEntry} */
  const aim = (entry) => {
    const isMeant =
      entry.kind === "entry_undone" && !entry.of && entry.sequence > since && entry.sequence <= ours.names.length;
    if (!isMeant) return entry;
    const name = ours.names[entry.sequence - 1];
    const there = theirs.indexOf(name) + 1;
    return there
      ? { ...entry, sequence: there }
      : { ...entry, of: [resentAs(name), 0, ours.entries[entry.sequence - 1].kind] };
  };
  return (/** @type {Command} */ command) => {
    const seen = Math.min(command.seen, isPrefix ? theirs.length : since);
    return Object.assign(command, { seen, entries: isPrefix ? command.entries : command.entries.map(aim) });
  };
}

// The argument of `drawings.said("missing")`; null while the server has the game. `failed` is the reason why it could
// not be started again.
/** @param {Pick<OpenGamePage, "isMissing" | "mayScore" | "restart" | "failed">} game */
export const missingView = ({ isMissing, mayScore, restart, failed }) =>
  isMissing ? { can_start: mayScore && Boolean(restart), watches: !mayScore, failed: failed ?? "" } : null;

// Adds the lines of the history to lost commands. The server provides them; without it they have none.
/** @param {string} log @param {string | null} key @param {Log} ours @param {number} since @param {Command[]} lost */
export async function tell(log, key, ours, since, lost) {
  const entries = ours.entries.slice(since, since + MOST);
  const commands = [{ tap: `words-of-lost-${since}`, seen: since, entries }];
  const headers = { "Content-Type": "application/json", "X-CSRFToken": key ?? "" };
  const body = JSON.stringify({ commands });
  /** @type {Described | null} */
  const described = await jsonAt(`${log}/lost`, PATIENCE, { method: "POST", headers, body });
  const { lines = [] } = described ?? {};
  for (const { index, words } of lines) {
    const command = lost.find(({ number }) => number === since + index + 1);
    if (command) command.lost = words;
  }
}

// The summary of lost entries: how many lines, whether they are few, and the lines.
/** @param {Command[]} lost */
export function lostView(lost) {
  const lines = lost.filter((command) => command.lost).map((command) => ({ words: command.lost }));
  return { count: lines.length || lost.length, is_few: lines.length <= 5, has_lines: lines.length > 0, lines };
}

// Leave the lost entries out: waiting commands continue, except for undos of them. Returns the remaining and the
// dropped ones.
/** @param {Command[]} lost @param {Command[]} waiting */
export function without(lost, waiting) {
  const gone = new Set(lost.map(({ tap }) => tap));
  const left = waiting.filter((command) => !lost.includes(command));
  /** @param {TappedEntry} entry */
  const isLeft = ({ of }) => !of || !gone.has(of[0]);
  const kept = left.filter(({ entries }) => entries.some(isLeft));
  for (const command of kept) command.entries = command.entries.filter(isLeft);
  return { kept, dropped: [...lost, ...left.filter((command) => !kept.includes(command))] };
}
