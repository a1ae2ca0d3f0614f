// The last step: companion/web/view_models/last_step.py in the browser.

// The last step, as the button that takes it back names it.
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
