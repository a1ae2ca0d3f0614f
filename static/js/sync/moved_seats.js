// Somebody sat down elsewhere before those who sat down here: then these have later seats than was thought. A command
// says up to which entry of the log its seats are right, so that they move once, whichever page hears of it; and which
// joins waited before it, for its seats count those already. Any other join comes from elsewhere, if only from another
// page of this browser.
import { fold } from "../rules/fold/replay.js";

const SEATS = ["seat", "went_out", "before"];
const LISTS = ["laid_down", "order"];
const BY_SEAT = ["hands", "buys", "adjustments", "melded"];

const NOBODY = 1000; // a seat that no game has: the server refuses it, and somebody is asked

// The seats of what waits are right for this log from now on; `others` are the numbers of what other phones wrote,
// `taps` by number that of what this one wrote, as far as it is known. Returns what moved.
export function moveSeats(log, commands, others, taps) {
  const isKnownTo = ({ tap, newcomers }, by) => !by || by === tap || !newcomers || newcomers.includes(by);
  const isElsewhere = (command, index) => others.has(index + 1) || !isKnownTo(command, taps.get(index + 1));
  const ways = waysIn(log, Math.min(...commands.map(({ knows }) => knows)));
  return commands.filter((command) => {
    const since = ways.filter(({ index }) => index >= command.knows && isElsewhere(command, index));
    for (const { next } of since) moveTo(command, next);
    command.knows = Math.max(command.knows, log.entries.length); // another page may have heard more
    return since.length > 0;
  });
}

// Who joined, or whose joining was undone, from this index on: { index, next }, the seat that each seat is then.
function waysIn({ ruleset, seats, entries }, from) {
  const isJoin = (entry) => entry?.kind === "player_joined";
  const seatOf = (index, before) => {
    const { undone } = fold(ruleset, seats, entries.slice(0, before)).state;
    return (
      seats.names.length +
      entries.slice(0, index).filter((entry, at) => isJoin(entry) && !undone.includes(at + 1)).length
    );
  };
  return entries.flatMap((entry, index) => {
    if (index < from) return [];
    if (isJoin(entry)) {
      const first = seatOf(index, index);
      return [{ index, next: (seat) => (seat >= first ? seat + 1 : seat) }];
    }
    if (entry.kind !== "entry_undone" || !isJoin(entries[entry.sequence - 1])) return [];
    const gone = seatOf(entry.sequence - 1, index);
    return [{ index, next: (seat) => (seat === gone ? NOBODY : seat > gone ? seat - 1 : seat) }];
  });
}

function moveTo(command, nextOf) {
  const next = (seat) => (seat === null || Number(seat) === NOBODY ? seat : nextOf(Number(seat)));
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
  Object.assign(command, {
    entries: entries.map(inside),
    settled: settled.map(inside),
    rests: rests && played(rests),
  });
}
