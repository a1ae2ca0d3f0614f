// The players of a new game without a server: validation of names, and colours. web/pages/new_game/forms.py and
// companion/records/people/colours.py in the browser; the server validates again.
import { folded, seen } from "../rules/model/names.js";

const LONGEST = 30; // letters, so that it fits on the sheet
const COLOURS = 9;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const ALLOWED = /[\u200c-\u200f\u{E0020}-\u{E007F}]/gu; // joiners belong to scripts and family emoji
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u; // as Python splits
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

// The stored form of a name: normalised, single spaces, trimmed.
/** @param {string} text */
export const tidy = (text) => text.normalize("NFC").split(SPACES).filter(Boolean).join(" ");

/** @typedef {[row: number, code: string]} NameFault */

// The errors: [row, code] for each invalid name, and for a wrong number of players.
/** @param {string[]} names @param {{ least: number, most: number }} limits @returns {NameFault[]} */
export function faults(names, { least, most }) {
  const found = names.flatMap(
    /** @returns {NameFault[]} */ (name, row) => {
      if (!name) return [];
      if ([...name].length > LONGEST) return [[row, "long"]];
      if (UNSEEN.test(name.replace(ALLOWED, "")) || !SEEN.test(seen(name))) return [[row, "unseen"]];
      const isTwice = names.some((other, before) => before < row && folded(other) === folded(name));
      return isTwice ? [[row, "twice"]] : [];
    },
  );
  const count = names.filter(Boolean).length;
  const blank = names.indexOf("");
  if (count < least) found.push([blank < 0 ? names.length - 1 : blank, "few"]);
  if (count > most) found.push([names.length - 1, "many"]);
  return found;
}

// The names of a side for comparison: Ann & Bo are two people. Twin of `people_of` in names.py.
/** @param {string} side */
const peopleOf = (side) =>
  side
    .split("&")
    .map((name) => folded(tidy(name)))
    .filter(Boolean);

// The rows in which somebody is for the second time; `sides` are the names in the fields of each row.
/** @param {string[][]} sides @returns {NameFault[]} */
export function sittingTwice(sides) {
  /** @type {Set<string>} */ const seen = new Set();
  return sides.flatMap((side, row) => {
    const people = side.flatMap(peopleOf);
    const before = seen.size;
    people.forEach((name) => seen.add(name));
    return seen.size < before + people.length ? [[row, "again"]] : [];
  });
}

// A colour for each name, from 0: `known` players, [name, colour] each, keep theirs; the others get the first free
// one.
/** @param {string[]} names @param {[name: string, colour: number][]} known */
export function coloursOf(names, known) {
  const kept = new Map();
  for (const [name, colour] of known) {
    const isHere = names.some((other) => other && folded(other) === folded(name));
    if (isHere && !kept.has(folded(name)) && ![...kept.values()].includes(colour)) kept.set(folded(name), colour);
  }
  const taken = new Set(kept.values());
  return names.map((name, seat) => {
    const free =
      Array.from({ length: COLOURS }, (_, colour) => colour).find((colour) => !taken.has(colour)) ?? seat % COLOURS;
    const colour = kept.get(folded(name)) ?? free;
    taken.add(colour);
    return colour;
  });
}
