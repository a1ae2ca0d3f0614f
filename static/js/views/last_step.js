// The last step, which undo takes back; twin of web/view_models/open_round.py.

// What an entry is called: its kind, or for the end of a round nobody_out or its ending.
/** @param {Entry} entry @returns {string} */
export function codeOf({ kind, seat = null, ending = null }) {
  if (kind !== "went_out") return kind;
  return seat === null ? "nobody_out" : (ending ?? kind);
}

// The last step, as named on the undo button.
/** @param {State} state @returns {LastStep | null} */
export function lastStep({ last, names, rounds }) {
  if (!last) return null;
  const [number, { kind, seat = null, ...entry }] = last;
  return {
    number,
    code: codeOf(last[1]),
    name: kind === "player_joined" ? entry.name : seat === null ? null : names[seat],
    round: kind === "round_corrected" ? entry.number : rounds.length,
  };
}
