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
/** @param {Fold} log @param {Command[]} commands @param {Set<number>} others @param {Map<number, string>} taps */
export function moveSeats(log, commands, others, taps) {
  /** @param {Command} command @param {string} [by] */
  const isKnownTo = ({ tap, newcomers }, by) => !by || by === tap || !newcomers || newcomers.includes(by);
  /** @param {Command} command @param {number} index */
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
/** @param {Fold} log @param {number} from */
function waysIn({ ruleset, seats, entries }, from) {
  /** @param {Entry} [entry] */
  const isJoin = (entry) => entry?.kind === "player_joined";
  /** @param {number} index @param {number} before */
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
      return [{ index, next: (/** @type {Seat} */ seat) => (seat >= first ? seat + 1 : seat) }];
    }
    if (entry.kind !== "entry_undone" || !isJoin(entries[entry.sequence - 1])) return [];
    const gone = seatOf(entry.sequence - 1, index);
    return [{ index, next: (/** @type {Seat} */ seat) => (seat === gone ? NOBODY : seat > gone ? seat - 1 : seat) }];
  });
}

/** @param {Command} command @param {(seat: Seat) => Seat} nextOf */
function moveTo(command, nextOf) {
  /** @param {Seat | string | null} seat */
  const next = (seat) => (seat === null || Number(seat) === NOBODY ? seat : nextOf(Number(seat)));
  /** @param {object} said */
  const bySeat = (said) => Object.fromEntries(Object.entries(said).map(([seat, value]) => [next(seat), value]));
  /** @template {{}} Row @param {Row} row @param {(key: string, value: unknown) => unknown} of */
  const each = (row, of) =>
    /** @type {Row} */ (Object.fromEntries(Object.entries(row).map(([key, value]) => [key, of(key, value)])));

  /** @param {string} key @param {unknown} value */
  function common(key, value) {
    if (SEATS.includes(key)) return next(/** @type {Seat | null} */ (value));
    if (LISTS.includes(key)) return /** @type {Seat[]} */ (value).map(next);
    return value;
  }
  /** @param {RoundPlay} play */
  const played = (play) =>
    each(play, (key, value) =>
      /** @type {string[]} */ (BY_SEAT).includes(key) ? bySeat(Object(value)) : common(key, value),
    );
  /** @param {Entry} entry */
  const inside = (entry) =>
    each(entry, (key, value) => {
      if (key === "accepted") return /** @type {Answer[]} */ (value).map(([code, seat]) => [code, next(seat)]);
      return key === "play" ? played(/** @type {RoundPlay} */ (value)) : common(key, value);
    });

  const { entries, settled, rests } = command;
  Object.assign(command, {
    entries: entries.map(inside),
    settled: settled.map(inside),
    rests: rests && played(rests),
  });
}
