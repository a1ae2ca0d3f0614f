// The stairs of a game; twin of companion/web/view_models/stairs.py. `steps` are the { seat, name } on each step, from
// the first.
const [WIDTH, HIGH, LOWEST, RISE, ABOVE] = [366, 102, 82, 46, 12];
const tenths = (length) => Math.floor(length * 10 + 0.5) / 10;

export function stairs(steps) {
  const [wide, rise] = [WIDTH / steps.length, RISE / steps.length];
  const most = Math.max(...steps.map(({ length }) => length));
  const apart = Math.min(20, 76 / Math.max(most, 1));
  const up = Math.max(most - 2, 0) * apart;
  const rising = steps.map((_, n) => `V${tenths(LOWEST + up - rise * n)}H${tenths(wide * (n + 1))}`);
  const bottom = tenths(HIGH + up);
  const x = (n) => tenths(wide * (n + 0.5));
  const y = (n, place) => tenths(LOWEST + up - rise * n - ABOVE - apart * place);
  return {
    height: bottom,
    line: `M0 ${bottom}${rising.join("")}V${bottom}Z`,
    number_y: tenths(HIGH - 5 + up),
    numbers: steps.map((_, n) => ({ number: n + 1, x: x(n) })),
    people: steps.flatMap((people, n) =>
      people.map(({ seat, name }, place) => ({ seat, name, x: x(n), y: y(n, place) })),
    ),
  };
}
