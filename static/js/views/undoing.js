// The entries that an undo takes back; twin of web/view_models/undoing.py. One tap may have stored several
// entries, and a hand is stored tap by tap, but undone as a whole.
import { dropsOf } from "../rules/model/play.js";

// The numbers of the entries, the newest first: the last one; if it counts a hand, with the previous counts of that
// hand by the same phone; a win goes with the drop that decided it. `isOther` says whether another phone wrote the
// entry with this number.
/** @param {Fold} fold @param {(number: number) => boolean} isOther */
export function takenBackWith({ entries, state }, isOther) {
  const [sequence, entry] = /** @type {Numbered} */ (state.last);
  if (isDecidedByDrop(entries, state, sequence)) return [sequence, sequence - 1];
  if (entry.kind !== "hand_counted") return [sequence];
  return whileTrue(
    standing(entries, state),
    (number) => counts(entries, number, entry.seat) && isOther(number) === isOther(sequence),
  );
}

// Whether this entry is the win of the last player who has not dropped.
/** @param {Entry[]} entries @param {State} state @param {number} sequence */
function isDecidedByDrop(entries, { open, undone }, sequence) {
  const [before, entry] = [entries[sequence - 2], entries[sequence - 1]];
  if (entry.kind !== "went_out" || before?.kind !== "dropped" || !before.drop || !open) return false;
  const others = open.deal.players.filter((seat) => seat !== entry.seat);
  return !undone.includes(sequence - 1) && others.every((seat) => seat in dropsOf(open.play));
}

// The counts of a hand by this phone since this length of the log.
/** @param {Fold} fold @param {Seat} seat @param {number} since @param {(number: number) => boolean} isOther */
export function countTakenBack({ entries, state }, seat, since, isOther) {
  const ofTheRound = whileTrue(standing(entries, state), (number) => entries[number - 1].kind !== "round_scored");
  const saves = ofTheRound.filter((number) => number > since && counts(entries, number, seat));
  return whileTrue(saves, (number) => !isOther(number));
}

/** @param {Entry[]} entries @param {State} state */
const standing = (entries, { undone }) =>
  [...entries.keys()]
    .map((index) => index + 1)
    .filter((number) => !undone.includes(number))
    .reverse();
/** @param {Entry[]} entries @param {number} number @param {Seat} seat */
const counts = (entries, number, seat) =>
  entries[number - 1].kind === "hand_counted" && entries[number - 1].seat === seat;

/** @param {number[]} numbers @param {(number: number) => boolean} holds */
function whileTrue(numbers, holds) {
  const end = numbers.findIndex((number) => !holds(number));
  return end < 0 ? numbers : numbers.slice(0, end);
}
