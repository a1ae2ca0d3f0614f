// Equality of names; twin of companion/rules/model/names.py. Conversion to lower, upper and lower case again equates
// the same characters as Python's casefold, except for the dotless i, whose upper case is another letter's.
/** @param {string} text */
const caseless = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");

// The default ignorable characters of Unicode, without those of flags; and the blank of Braille.
const IGNORED = new RegExp(
  "\u034f|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u2060-\u206f\u2800\u3164\ufeff\uffa0]" +
    "|[\u17b4-\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]",
  "g",
);

/** @param {string} name */
export const folded = (name) =>
  name.replace(IGNORED, "").normalize("NFC").split("ı").map(caseless).join("ı").normalize("NFC");
