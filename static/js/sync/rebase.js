// What waits on top of a log: commands that this phone has shown and the server has not yet kept. Pure functions.
//
// A command is { tap, seen, knows, newcomers, round, entries, settled, rests, made }: its random key, how many entries
// the server had kept when it was made, for how many its seats are right, the taps of the joins (and undos) that
// waited before it, the round it was made in (or null), what is wanted, and as the log keeps that; `rests` is what
// whoever tapped had before their eyes where that matters; `made` when it was (ms). An undo of what still waits says
// so: { sequence, of: [tap, which entry, its kind] }; it is not sent until it has a number. `goneOn` says that whoever
// made it can no longer be asked, `asked` is the question that the server has about it, `under` the tap of the
// question that it rests on.
import { fold } from "../rules/fold/replay.js";
import { Conflict, OnlyServerDecides, decide } from "../rules/decide.js";
import { Doubted, Refused } from "../rules/judging/refusals.js";

const newTap = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
const isForeign = (error) => ![Conflict, OnlyServerDecides, Doubted, Refused].some((kind) => error instanceof kind);
// Whoever tapped it can be asked nothing any more: they left the page, or played on for long without a network; what
// is undone was before their eyes.
const GONE_ON = 10_000; // ms
const WITH_DOUBTS = ["round_scored", "round_corrected"];
export const isUnasked = ({ entries, goneOn }) =>
  entries.some(({ kind }) => kind === "entry_undone" || (WITH_DOUBTS.includes(kind) && Boolean(goneOn)));

// When a command was made by performance.now(), as far as this page can tell: nobody can set that.
const madeHere = new WeakMap();

// It is meant by somebody who looks at this page now.
export function isMadeNow(command) {
  madeHere.set(command, performance.now());
  return Object.assign(command, { made: Date.now() });
}

// A clock that was set back since then tells nothing, and such a command is taken for an old one.
function madeAt(command) {
  const passed = Date.now() - command.made;
  if (!madeHere.has(command)) madeHere.set(command, passed < 0 ? -Infinity : performance.now() - passed);
  return madeHere.get(command);
}

// So much is known by now of who made these: since then (by performance.now()) they had no network, or no page.
export function haveGoneOn(commands, since = -Infinity) {
  for (const command of commands) command.goneOn ||= performance.now() - Math.max(madeAt(command), since) > GONE_ON;
}

export const isHeld = ({ asked, under }) => Boolean(asked || under);

// The same for the same, whatever order its keys came in.
const asText = (value) =>
  JSON.stringify(value, (_, of) =>
    of && typeof of === "object" && !Array.isArray(of) ? Object.fromEntries(Object.entries(of).sort()) : of,
  );

// What becomes of a tap: { after, command }, or what it is answered at once. `owners` are by entry on top of the log
// its [tap, which].
export function tapped(now, { entries, round, seen, unasked }, version, owners) {
  try {
    const after = decide(now, entries, round, unasked);
    const wanted = entries.map((entry) => withTarget(entry, now, version, owners));
    const command = { tap: newTap(), seen, knows: version, round, entries: wanted };
    return { after, command: isMadeNow({ ...command, ...shown(now, after, entries) }) };
  } catch (error) {
    return { answer: answerFor(error) };
  }
}

function withTarget(entry, { entries }, version, owners) {
  const { kind, sequence } = entry;
  if (kind !== "entry_undone" || sequence <= version) return entry;
  return { ...entry, of: [...owners[sequence - version - 1], entries[sequence - 1].kind] };
}

function answerFor(error) {
  if (isForeign(error)) throw error;
  if (error instanceof Conflict) return { conflict: error.message };
  if (error instanceof OnlyServerDecides) return { waits: true };
  if (error instanceof Doubted) return { doubts: error.doubts };
  const { code, seat, numbers, card, missing } = error;
  return { refused: code, seat, numbers, card, missing };
}

// What the log would keep of a command, and what it rests on: a round as it was written down, or as it was before a
// correction.
export function shown(before, after, entries) {
  const { number } = entries.find(({ kind }) => kind === "round_corrected") ?? {};
  const isScored = entries.some(({ kind }) => kind === "round_scored");
  const round = isScored ? after.state.rounds.at(-1) : before.state.rounds[number - 1];
  return { settled: after.entries.slice(before.entries.length), rests: round?.play ?? null };
}

// The log with all that waits on top: { fold, owners }. What the log has no place for is left out: whether it is there
// already or somebody must be asked, the server says.
export function onTop(log, commands) {
  const going = commands.filter((command) => !isHeld(command));
  const isWhole = going.length === commands.length; // what is left out has no number
  const isUntouched = isWhole && going.every(({ seen, isApart }) => seen === log.entries.length && !isApart);
  return isUntouched ? asShown(log, going) : replayed(log, going);
}

// Nobody else has written anything since: all of it stands as it was shown.
function asShown(log, commands) {
  const entries = [...log.entries, ...commands.flatMap(({ settled }) => settled)];
  const owners = commands.flatMap(({ tap, settled }) => settled.map((_, which) => [tap, which]));
  return { fold: commands.length ? fold(log.ruleset, log.seats, entries) : log, owners };
}

const replayed = (log, commands) => inTurn(log, commands, () => true);

// One command after another, as far as the log has a place for it and `isTaken` says so: { fold, owners }.
function inTurn(log, commands, isTaken) {
  let now = log;
  const owners = [];
  for (const command of commands) {
    const numberOf = (of) => {
      const index = owners.findIndex(([tap, which]) => tap === of[0] && which === of[1]);
      return index < 0 ? 0 : log.entries.length + 1 + index;
    };
    const after = tried(now, command, numberOf);
    if (!isTaken(command, now, after) || !after) continue;
    command.settled = after.entries.slice(now.entries.length);
    owners.push(...command.settled.map((_, which) => [command.tap, which]));
    now = after;
  }
  return { fold: now, owners };
}

// The fold after this command, null where the log has no place for it. `numberOf` is the number by now of what an undo
// is meant for.
function tried(now, command, numberOf) {
  const { entries, round } = command;
  const wanted = entries.map(({ of, ...entry }) => (of ? { ...entry, sequence: numberOf(of) } : entry));
  try {
    return decide(now, wanted, round, isUnasked(command));
  } catch (error) {
    if (isForeign(error)) console.error(error); // what cannot be read must not keep the page from opening
    return null;
  }
}

// What others have written (the numbers of their entries) was seen by all that waits if nothing of it comes out
// otherwise than it was shown: as far as that goes. A hand of the open round is another matter: that there are two
// counts of one the server finds.
const IN_THE_WAY = ["hand_counted", "entry_undone", "went_out"];
export function seenBy(log, commands, others) {
  const seen = Math.min(...commands.filter((command) => !isHeld(command)).map((command) => command.seen));
  const since = log.entries.findLastIndex(({ kind }) => kind === "round_scored");
  const isInTheWay = ({ kind }, index) =>
    index >= seen &&
    others.has(index + 1) &&
    (kind === "rules_changed" || (index > since && IN_THE_WAY.includes(kind)));
  if (!(seen < log.entries.length) || log.entries.some(isInTheWay)) return false;
  let goesOn = true;
  inTurn(
    log,
    commands.filter((command) => !isHeld(command)),
    (command, before, after) => {
      goesOn &&= Boolean(after) && isSame(before, after, command);
      if (goesOn) command.seen = log.entries.length;
      return goesOn;
    },
  );
  return true;
}

const isSame = (before, after, { entries, rests }) =>
  !rests || asText(shown(before, after, entries).rests) === asText(rests);

// Whether a command would still write the very thing that was shown, with all that others have written since.
export function isAsShown(log, command) {
  const after = command.rests && tried(log, command, () => 0);
  return Boolean(after) && isSame(log, after, command);
}

// The server has kept entries with these numbers: what waits behind them has seen them.
export function seeKept(numbers, behind) {
  for (const command of behind) while (numbers.includes(command.seen + 1)) command.seen += 1;
}

// The entries that this tap wrote have these numbers: its undos have a target now. An undo of what said nothing new
// has nothing to take back. `settled` are those entries as they were shown, where they are known here. Returns the
// commands that were changed.
export function aimUndos(commands, { tap, settled }, numbers, log) {
  const meant = commands.filter(({ entries }) => entries.some(({ of }) => of?.[0] === tap));
  for (const command of meant) {
    command.entries = command.entries.flatMap(({ of, ...entry }) => {
      if (of?.[0] !== tap) return [of ? { ...entry, of } : entry];
      const sequence = numberOf(of, settled, numbers, log);
      return sequence ? [{ ...entry, sequence }] : [];
    });
  }
  return meant;
}

// Part of a command may have been no news to the server; or none of it to us, as in a page that was opened with it in
// the log.
function numberOf([, which, kind], settled, numbers, { entries }) {
  if (!settled && !kind) return numbers[which]; // stored by an earlier version, which kept no kind
  if (!settled) return numbers.find((number) => entries[number - 1]?.kind === kind);
  const isWhole = !settled.length || numbers.length === settled.length;
  return isWhole ? numbers[which] : numbers.find((number) => asText(entries[number - 1]) === asText(settled[which]));
}

const targetsOf = ({ entries }) => entries.flatMap(({ of }) => (of ? [of[0]] : []));

// Undos whose target waits no longer: another page of this browser has heard what became of it.
export const withoutTarget = (commands) =>
  commands.filter((command) => targetsOf(command).some((target) => !commands.some(({ tap }) => tap === target)));

// Another page of this browser may have been given the answer that something was held for, or have tapped before it
// knew of a question.
export function holdAnew(commands) {
  const asked = new Set(commands.filter((command) => command.asked).map(({ tap }) => tap));
  for (const command of commands) {
    if (command.under && !asked.has(command.under)) command.under = null;
    if (!isHeld(command)) command.under = holdingTarget(commands, command);
  }
}

// The tap of the question that holds the target of an undo; null where it is not held. The answer decides about both.
function holdingTarget(commands, command) {
  const target = commands.find(({ tap }) => targetsOf(command).includes(tap));
  return target?.asked ? target.tap : (target?.under ?? null);
}

// The same for a new command, which may also count a hand that there is a question about.
export const questionFor = (commands, command) =>
  commands.find((one) => one.asked && countsTheSame(one, command))?.tap ?? holdingTarget(commands, command);

// How much of a hand that stands on the screen was seen: all of it, or, where it is shown as it waits to be sent, as
// much as then.
export const handSeen = (commands, seat, version) =>
  Math.min(
    version,
    ...commands.filter((command) => !isHeld(command) && counts(command, seat)).map(({ seen }) => seen),
  );

// How much of the log was seen of a hand that was drawn when it was so long, and counted on here since: all that no
// other phone did to it.
export function seenSince({ entries }, seat, since, others) {
  const isOfIt = ({ kind, seat: whose, sequence }) =>
    kind === "entry_undone" ? isCountOf(entries[sequence - 1]) : isCountOf({ kind, seat: whose });
  const isCountOf = (entry) => entry.kind === "hand_counted" && entry.seat === seat;
  const theirs = entries.findIndex((entry, index) => index >= since && others.has(index + 1) && isOfIt(entry));
  return theirs < 0 ? entries.length : theirs;
}

// The taps of what waits to be sent and may change who has which seat.
const OF_SEATS = ["player_joined", "entry_undone"];
export const seatsIn = (commands) =>
  commands
    .filter((command) => !isHeld(command) && command.settled.some(({ kind }) => OF_SEATS.includes(kind)))
    .map(({ tap }) => tap);

const counts = ({ entries }, seat) => entries.some((entry) => entry.kind === "hand_counted" && entry.seat === seat);

// Both count the same hand: what becomes of the first is what becomes of the second.
export const countsTheSame = (one, other) =>
  one.entries.some(({ kind, seat }) => kind === "hand_counted" && counts(other, seat));

// Of what waits for an answer about the count that comes first: the counts of that hand with what takes them back, and
// all else.
export function withoutCount([first, ...behind]) {
  const gone = new Set([first?.tap]);
  const isGone = (command) => countsTheSame(first, command) || command.entries.some(({ of }) => gone.has(of?.[0]));
  const ours = behind.filter((command) => isGone(command) && gone.add(command.tap));
  return [first ? [first, ...ours] : [], behind.filter(({ tap }) => !gone.has(tap))];
}

// What these rest on as the log is by now: whoever sends them has seen that.
export function restAnew(log, commands) {
  inTurn(log, commands, (command, before, after) => {
    if (after && command.rests) command.rests = shown(before, after, command.entries).rests;
    return true;
  });
}

// Whether the log has a place for this command by itself.
export const isAlone = (log, command) => onTop(log, [{ ...command, seen: -1, asked: null }]).owners.length > 0;

const isUndoOfJoin = ({ entries }, { kind, sequence, of }) =>
  kind === "entry_undone" && (of ? of[2] : entries[sequence - 1]?.kind) === "player_joined";

// Somebody has to be asked about a command: what waits behind it and has no place without it rests on the answer; that
// is returned.
export function hold(log, command, behind) {
  const gone = new Set([command.tap]);
  // What follows counts with that.
  const movesSeats = command.entries.some((entry) => entry.kind === "player_joined" || isUndoOfJoin(log, entry));
  // Whose cards are counted goes by who went out.
  const endsRound = command.entries.some(({ kind }) => kind === "went_out");
  const going = behind.filter((one) => !isHeld(one));
  inTurn(log, going, (other, before, after) => {
    const rests =
      movesSeats ||
      countsTheSame(command, other) ||
      other.entries.some(({ of }) => gone.has(of?.[0])) ||
      (endsRound && other.round === command.round);
    const goesOn = !rests && after && isSame(before, after, other);
    if (goesOn) return true;
    other.under = command.tap;
    gone.add(other.tap);
    return false;
  });
  return going.filter(({ under }) => under);
}
