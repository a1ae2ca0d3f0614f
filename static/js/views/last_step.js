// The last step, which undo takes back; twin of companion/web/view_models/last_step.py.

// The last step, as named on the undo button.
export function lastStep({ last, names, rounds }) {
  if (!last) return null;
  const [number, { kind, seat = null, ...entry }] = last;
  return {
    number,
    code: kind === "went_out" && seat === null ? "nobody_out" : kind,
    name: kind === "player_joined" ? entry.name : seat === null ? null : names[seat],
    round: kind === "round_corrected" ? entry.number : rounds.length,
  };
}
