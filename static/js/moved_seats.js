// Somebody sat down elsewhere before those who sat down here: then these have later seats than was thought. A command says up to which
// entry of the log its seats are right, so that they move once, whichever page hears of it; and which joins waited before it, for its
// seats count those already. Any other join comes from elsewhere, if only from another page of this browser.
import { fold } from "./rules.js";

const SEATS = ["seat", "went_out", "before"];
const LISTS = ["laid_down", "order"];
const BY_SEAT = ["hands", "buys", "adjustments", "melded"];

// The seats of what waits are right for this log from now on; `others` are the numbers of what other phones wrote, `taps` by number that
// of what this one wrote, as far as it is known. Returns what moved.
export function moveSeats(log, commands, others, taps) {
  const joins = [...log.entries.keys()].filter((index) => log.entries[index].kind === "player_joined");
  const isKnownTo = ({ tap, newcomers }, by) => !by || by === tap || !newcomers || newcomers.includes(by);
  const isElsewhere = (command, index) => others.has(index + 1) || !isKnownTo(command, taps.get(index + 1));
  const seatOf = (index) => fold(log.ruleset, log.seats, log.entries.slice(0, index)).state.names.length;
  return commands.filter((command) => {
    const since = joins.filter((index) => index >= command.knows && isElsewhere(command, index));
    for (const index of since) moveFrom(command, seatOf(index));
    command.knows = Math.max(command.knows, log.entries.length); // another page may have heard more
    return since.length > 0;
  });
}

// Every seat from this one on is the next.
function moveFrom(command, first) {
  const next = (seat) => (seat !== null && Number(seat) >= first ? Number(seat) + 1 : seat);
  const bySeat = (said) => Object.fromEntries(Object.entries(said).map(([seat, value]) => [next(seat), value]));
  const each = (row, of) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, of(key, value)]));

  function common(key, value) {
    if (SEATS.includes(key)) return next(value);
    if (LISTS.includes(key)) return value.map(next);
    return value;
  }
  const played = (play) => each(play, (key, value) => (BY_SEAT.includes(key) ? bySeat(value) : common(key, value)));
  const inside = (entry) =>
    each(entry, (key, value) => {
      if (key === "accepted") return value.map(([code, seat]) => [code, next(seat)]);
      return key === "play" ? played(value) : common(key, value);
    });

  const { entries, settled, rests } = command;
  Object.assign(command, { entries: entries.map(inside), settled: settled.map(inside), rests: rests && played(rests) });
}
