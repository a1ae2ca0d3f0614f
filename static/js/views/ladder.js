// The ladder of a game; twin of web/view_models/open_round.py. `steps` are the { seat, name } on each step, from
// the first.
const [LOWEST, RISE, STEEPEST] = [20, 46, 4];
/** @param {number} length */
const tenths = (length) => Math.floor(length * 10 + 0.5) / 10;

/** @param {OnStep[][]} steps @returns {Ladder} */
export function ladder(steps) {
  const rise = Math.min(RISE / steps.length, STEEPEST);
  return {
    steps: steps.map((people, n) => ({
      number: n + 1,
      height: tenths(LOWEST + rise * (n + 1)),
      people: people.map(({ seat, name }) => ({ seat, name })),
      is_goal: n + 1 === steps.length,
    })),
  };
}
