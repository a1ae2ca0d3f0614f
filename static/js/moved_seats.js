// Somebody sat down elsewhere before those who sat down here: then these have later seats than was thought.
const SEATS = ["seat", "went_out", "before"];
const LISTS = ["laid_down", "order"];
const BY_SEAT = ["hands", "buys", "adjustments", "melded"];

// The same command where every seat from this one on is the next.
export function moved(command, first) {
  const next = (seat) => (seat !== null && Number(seat) >= first ? Number(seat) + 1 : seat);
  const inside = (entry) => Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, of(key, value)]));

  function of(key, value) {
    if (SEATS.includes(key)) return next(value);
    if (LISTS.includes(key)) return value.map(next);
    if (BY_SEAT.includes(key)) return Object.fromEntries(Object.entries(value).map(([seat, said]) => [next(seat), said]));
    if (key === "accepted") return value.map(([code, seat]) => [code, next(seat)]);
    return key === "play" ? inside(value) : value;
  }

  const { entries, settled, rests } = command;
  Object.assign(command, { entries: entries.map(inside), settled: settled.map(inside), rests: rests && inside(rests) });
}
