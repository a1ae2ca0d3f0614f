// When two names are one: companion/rules/model/names.py in the browser. Python's casefold makes the same characters
// equal as lower, upper and lower case one after the other, but for the dotless i, which has no upper case of its own.
const caseless = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");

/** @param {string} name */
export const folded = (name) => name.normalize("NFC").split("ı").map(caseless).join("ı").normalize("NFC");
