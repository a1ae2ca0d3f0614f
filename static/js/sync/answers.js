// What the server has answered to what waits, and what becomes of what it has not kept, because others were faster or
// because it cannot be. Functions of the log as the server has it and of what waits; they touch no page, no network
// and no outbox.
import { matterOf } from "./conflict.js";
import { LEFT_OUT } from "./left_out.js";
import { isChecked } from "../rules/decide.js";
import { aimUndos, hold, isAlone, isAsShown, isMadeNow, seeKept } from "./rebase.js";

// The command with this tap and those that rest on it.
export const chainOf = (commands, tap) => commands.filter((command) => command.tap === tap || command.under === tap);

// { tap, status, code, sentence, doubts, by, at, canKeep, matter, commands, theirs }: the command that was not kept
// and those that rest on it, what that is about (conflict.js), and what others have written since it was made;
// `others` are the numbers of what is theirs.
export function questionOf(log, waiting, others, { tap, seen, asked }) {
  const commands = chainOf(waiting, tap);
  const theirs = log.entries.filter((_, index) => index >= seen && others.has(index + 1));
  const isCheckedHere = commands[0].entries.every(isChecked);
  const fits = (isCheckedHere || asked.status !== "refused") && isAlone(log, commands[0]);
  const canKeep =
    asked.status === "doubted" || fits || (asked.status === LEFT_OUT && commands.some((one) => mayFit(log, one)));
  return { tap, ...asked, canKeep, matter: matterOf(log, commands, asked.code), commands, theirs };
}

// Other rules only the server can put in force.
const mayFit = (log, command) => Boolean(command.isApart) || isAlone(log, command);

// Once more, over what others have written.
export function askAgain(command, version) {
  const scored = command.entries.find(({ kind }) => ["round_scored", "round_corrected"].includes(kind));
  if (scored && command.asked?.doubts) scored.accepted = command.asked.doubts.map(({ code, seat }) => [code, seat]);
  isMadeNow(Object.assign(command, { seen: version, asked: null, under: null, goneOn: false }));
}

// What is done with by this answer; what it changes of the rest is added to `changed`.
export function settle(log, waiting, { tap, status, numbers }, changed) {
  if (status !== "kept") return [];
  const [command, ...behind] = fromTap(waiting, tap);
  seeKept(numbers, behind);
  const meant = aimUndos(waiting, { tap, settled: command?.settled }, numbers, log);
  for (const one of meant) changed.add(one);
  return [...(command ? [command] : []), ...meant.filter(({ entries }) => !entries.length)];
}

// Something was not kept. If what others have written since changes nothing of it, it is sent again, else somebody is
// asked. `others` are the numbers of what it had not seen when it was sent.
export function ask(log, waiting, { tap, status, others = [], ...asked }, changed) {
  const [command, ...behind] = fromTap(waiting, tap);
  const { length } = log.entries;
  if (!command || command.seen >= others[0]) return;
  if (status === "conflict" && command.seen < length && isAsShown(log, command)) {
    command.seen = length;
    return;
  }
  command.asked = { status, ...asked };
  for (const one of [command, ...hold(log, command, behind)]) changed.add(one);
}

// What waited behind a question goes on: if it does not fit, it is asked about by itself.
export const goOn = (command) => Object.assign(command, { asked: null, under: null });

function fromTap(commands, tap) {
  const index = commands.findIndex((command) => command.tap === tap);
  return index < 0 ? [] : commands.slice(index);
}
