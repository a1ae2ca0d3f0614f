// Equality of names; twin of companion/rules/model/names.py. Conversion to lower, upper and lower case again equates
// the same characters as Python's casefold, except for the dotless i, whose upper case is another letter's.
/** @param {string} text */
const caseless = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");

/** @param {string} name */
export const folded = (name) => name.normalize("NFC").split("ı").map(caseless).join("ı").normalize("NFC");
