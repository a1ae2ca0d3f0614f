// What was not kept, because others were faster or because it cannot be, and what becomes of it. Pure functions of what waits.
import { isAlone } from "./waiting.js";

// The command with this tap and those that rest on it.
export const chainOf = (commands, tap) => commands.filter((command) => command.tap === tap || command.under === tap);

// { tap, status, code, sentence, doubts, canKeep, commands, theirs }: the command that was not kept and those that rest on it, and what
// others have written since it was made; `others` are the numbers of what is theirs.
export function questionOf(log, waiting, others, { tap, seen, asked }) {
  const commands = chainOf(waiting, tap);
  const theirs = log.entries.filter((_, index) => index >= seen && others.has(index + 1));
  const canKeep = asked.status === "doubted" || Boolean(lateRound(log, commands)) || isAlone(log, commands[0]);
  return { tap, ...asked, canKeep, commands, theirs };
}

// A round that others have written down meanwhile: ours corrects it.
export function lateRound(log, commands) {
  const ours = commands.find(({ round, entries }) => round && entries.some(({ kind }) => kind === "round_scored"));
  if (!ours || ours.round > log.state.rounds.length) return null;
  const { accepted = [] } = ours.entries.find(({ kind }) => kind === "round_scored");
  return { kind: "round_corrected", number: ours.round, play: ours.rests, accepted };
}

// Once more, over what others have written.
export function askAgain(command, version) {
  const scored = command.entries.find(({ kind }) => ["round_scored", "round_corrected"].includes(kind));
  if (scored && command.asked?.doubts) scored.accepted = command.asked.doubts.map(({ code, seat }) => [code, seat]);
  Object.assign(command, { seen: version, made: Date.now(), asked: null, under: null, goneOn: false });
}
