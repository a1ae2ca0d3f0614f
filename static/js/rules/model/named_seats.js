// The seats that an entry names; twin of companion/rules/model/named_seats.py.
import { BY_SEAT } from "./play.js";

const ONE = ["seat", "went_out", "before"];
const SEVERAL = ["laid_down", "lost", "order"];
const KEYED = [...BY_SEAT, "drops"];
const ROWS = ["retold", "told_down"];
const ANSWERED = ["accepted", "not_asked"];

/** @typedef {(seat: Seat) => Seat} Next */

// An entry, or a row of one, with other seats.
/** @template {{}} Row @param {Row} row @param {Next} next @returns {Row} */
export const withSeats = (row, next) => each(row, (key, value) => withNext(key, value, next));

// A play with other seats.
/** @param {RoundPlay} play @param {Next} next @returns {RoundPlay} */
export const playWithSeats = (play, next) =>
  each(play, (key, value) => {
    if (!KEYED.includes(key)) return withNext(key, value, next);
    return Object.fromEntries(Object.entries(value).map(([seat, of]) => [next(Number(seat)), of]));
  });

/** @template {{}} Row @param {Row} row @param {(key: string, value: any) => unknown} of @returns {Row} */
const each = (row, of) =>
  /** @type {Row} */ (Object.fromEntries(Object.entries(row).map(([key, value]) => [key, of(key, value)])));

/** @param {string} key @param {any} value @param {Next} next */
function withNext(key, value, next) {
  if (ONE.includes(key)) return value === null ? null : next(value);
  if (SEVERAL.includes(key)) return value.map(next);
  if (ANSWERED.includes(key)) {
    return value.map((/** @type {Answer} */ [code, seat]) => [code, seat === null ? null : next(seat)]);
  }
  if (key === "play") return playWithSeats(value, next);
  return ROWS.includes(key) ? value.map((/** @type {{}} */ row) => withSeats(row, next)) : value;
}

// The seats that an entry, or a row of one, names.
/** @param {{}} row */
export function seatsIn(row) {
  /** @type {Seat[]} */ const found = [];
  withSeats(row, (seat) => {
    found.push(seat);
    return seat;
  });
  return found;
}
