// Equality of names, and searching; twin of companion/rules/model/names.py. Conversion to lower, upper and lower case
// again equates the same characters as Python's casefold, except for the dotless i, whose upper case is that of
// another letter.
/** @param {string} text */
const caseless = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
/** @param {string} text */
const caseFolded = (text) => text.split("ı").map(caseless).join("ı");

// A flag is spelled with tags; all other tags are ignored, as the default ignorable characters of Unicode (DI), and
// the blank of Braille.
const IGNORED = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\p{DI}\u2800]/gu;

// The text without characters that nobody sees.
/** @param {string} text */
export const seen = (text) => text.replace(IGNORED, "$1");

/** @param {string} name */
export const folded = (name) => caseFolded(seen(name).normalize("NFC")).normalize("NFC");

// Arabic letters that writers do not tell apart.
/** @type {Record<string, string>} */
const SPELLINGS = { ة: "ه", ى: "ي", ٱ: "ا", ک: "ك", ی: "ي", ـ: "" };

// The text for searching: lower case without accents, and Arabic letters in one spelling.
/** @param {string} text */
export const searchable = (text) =>
  caseFolded(text)
    .normalize("NFKD")
    .replace(/[\p{M}\p{C}]/gu, (sign) => (/\s/.test(sign) ? " " : ""))
    .replace(/[ةىٱکیـ]/g, (letter) => SPELLINGS[letter])
    .trim()
    .replace(/\s+/g, " ");
