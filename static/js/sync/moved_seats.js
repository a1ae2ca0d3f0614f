// Joins of other phones shift the seats of joins made here. A command states up to which entry its seats are right, so
// that they are shifted once, whichever page does it; and the joins that waited before it, which its seats take into
// account. Any other join comes from elsewhere, even from another page of this browser.
import { fold } from "../rules/fold/replay.js";
import { BY_SEAT } from "../rules/model/play.js";

const SEATS = ["seat", "went_out", "before"];
const LISTS = ["laid_down", "order"];

const NOBODY = 1000; // a seat in no game: the server refuses it, and a question follows

// Adjusts the seats of waiting commands to this log; `others` are the numbers of entries of other phones, `taps` the
// keys of this phone's entries by number, as far as known. Returns the changed commands.
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

// Joins, and undos of joins, from this index on: { index, next }, the mapping of seats.
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
