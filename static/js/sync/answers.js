// Handles the server's answers to waiting commands, and those that were not stored because others were faster or
// because they are invalid. Functions of the server's log and of the commands, without page, network or outbox.
import { matterOf } from "./conflict.js";
import { LEFT_OUT } from "./left_out.js";
import { namesNobody } from "./moved_seats.js";
import { isChecked } from "../rules/decide.js";
import { aimUndos, hold, isAlone, isAsShown, isMadeNow, seeKept } from "./rebase.js";

// The command with this key and those that depend on it.
/** @param {Command[]} commands @param {string} tap */
const chainOf = (commands, tap) => commands.filter((command) => command.tap === tap || command.under === tap);

// { tap, status, code, sentence, doubts, by, at, canKeep, matter, commands, theirs }: the command that was not stored
// and those that depend on it, its subject (conflict.js), and the entries of others since it was made; `others` are
// the numbers of their entries.
/**
 * @param {Fold} log @param {Command[]} waiting @param {Set<number>} others @param {Command} command
 * @param {Asked} asked @returns {WaitingQuestion}
 */
export function questionOf(log, waiting, others, { tap, seen }, asked) {
  const commands = chainOf(waiting, tap);
  const theirs = log.entries.filter((_, index) => index >= seen && others.has(index + 1));
  const isCheckedHere = commands[0].entries.every(isChecked);
  const fits = (isCheckedHere || asked.status !== "refused") && isAlone(log, commands[0]);
  const canKeep =
    asked.status === "doubted" || fits || (asked.status === LEFT_OUT && commands.some((one) => mayFit(log, one)));
  return { tap, ...asked, canKeep, matter: matterOf(log, commands, asked.code), commands, theirs };
}

// Only the server can apply other rules.
/** @param {Fold} log @param {Command} command */
const mayFit = (log, command) => Boolean(command.isApart) || isAlone(log, command);

// Send again, on top of the entries of others.
/** @param {Command} command @param {number} version */
export function askAgain(command, version) {
  const scored = command.entries.find(({ kind }) => ["round_scored", "round_corrected"].includes(kind));
  if (scored && command.asked?.doubts) scored.accepted = command.asked.doubts.map(({ code, seat }) => [code, seat]);
  isMadeNow(Object.assign(command, { seen: version, asked: null, under: null, goneOn: false }));
}

// The commands that this answer completes; changes of the rest are added to `changed`.
/** @param {Fold} log @param {Command[]} waiting @param {CommandAnswer} answer @param {Set<Command>} changed */
export function settle(log, waiting, { tap, status, numbers = [] }, changed) {
  if (status !== "kept") return [];
  const [command, ...behind] = fromTap(waiting, tap);
  seeKept(numbers, behind);
  const meant = aimUndos(waiting, { tap, settled: command?.settled }, numbers, log);
  for (const one of meant) changed.add(one);
  return [...(command ? [command] : []), ...meant.filter(({ entries }) => !entries.length)];
}

// A command was not stored. If the entries of others do not affect it, or only moved the seats of its players, it is
// sent again, otherwise a question is asked. `others` are the numbers of the entries that it had not seen when it was
// sent, and `sent` its entries then, as text.
/**
 * @param {Fold} log @param {Command[]} waiting @param {CommandAnswer & { sent?: string }} answer
 * @param {Set<Command>} changed
 */
export function ask(log, waiting, { tap, status, others = [], sent, ...asked }, changed) {
  const [command, ...behind] = fromTap(waiting, tap);
  const { length } = log.entries;
  if (!command || command.seen >= others[0]) return;
  const hasMoved = sent !== undefined && sent !== JSON.stringify(command.entries);
  if (status === "conflict" && hasMoved && !namesNobody(command)) return;
  if (status === "conflict" && command.seen < length && isAsShown(log, command)) {
    command.seen = length;
    return;
  }
  command.asked = /** @type {Asked} */ ({ status, ...asked });
  for (const one of [command, ...hold(log, command, behind)]) changed.add(one);
}

// Commands behind a question continue: one that does not fit gets a question of its own.
/** @param {Command} command */
export const goOn = (command) => Object.assign(command, { asked: null, under: null });

/** @param {Command[]} commands @param {string} tap */
function fromTap(commands, tap) {
  const index = commands.findIndex((command) => command.tap === tap);
  return index < 0 ? [] : commands.slice(index);
}
