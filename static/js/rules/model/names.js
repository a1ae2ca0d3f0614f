// Equality of names; twin of companion/rules/model/names.py. Conversion to lower, upper and lower case again equates
// the same characters as Python's casefold, except for the dotless i, whose upper case is another letter's.
/** @param {string} text */
const caseless = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");

// A flag is spelled with tags; all other tags are ignored, as the default ignorable characters of Unicode (DI), and
// the blank of Braille.
const IGNORED = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\p{DI}\u2800]/gu;

// The text without characters that nobody sees.
/** @param {string} text */
export const seen = (text) => text.replace(IGNORED, "$1");

/** @param {string} name */
export const folded = (name) => seen(name).normalize("NFC").split("ı").map(caseless).join("ı").normalize("NFC");
