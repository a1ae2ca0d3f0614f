// The entries that an undo takes back; twin of companion/web/view_models/undoing.py. A hand is stored tap by tap, but
// undone as a whole.

// The numbers of the entries, the newest first: the last one; if it counts a hand, with the previous counts of that
// hand by the same phone. `isOther` says whether another phone wrote the entry with this number.
/** @param {Fold} fold @param {(number: number) => boolean} isOther */
export function takenBackWith({ entries, state }, isOther) {
  const [sequence, entry] = /** @type {Numbered} */ (state.last);
  if (entry.kind !== "hand_counted") return [sequence];
  return whileTrue(
    standing(entries, state),
    (number) => counts(entries, number, entry.seat) && isOther(number) === isOther(sequence),
  );
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
