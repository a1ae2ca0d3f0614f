// Numbers as pages write them: with a minus sign, on the left of the number in every language. Twin of
// web/words/terms.py.

// Isolated from a right-to-left page, which would move a sign behind its number.
/** @param {string} words */
const isolated = (words) => (document.documentElement.dir === "rtl" ? `\u2066${words}\u2069` : words);

/** @param {number} number */
export const figure = (number) => (number < 0 ? isolated(`−${-number}`) : String(number));

/** @param {number} number */
export const signed = (number) => (number > 0 ? isolated(`+${number}`) : figure(number));

/** @param {number | null} number */
export const orDash = (number) => (number === null ? "–" : figure(number));

// Names in narrow places: web/words/terms.py in the browser. Without lookbehind, which browsers of 2022
// lack.
const SYLLABLE =
  /([aeiouy][bcdfghjklmnpqrstvwxzßłđ]*?)(sch|[cpst]h|ck|qu|[bcdfgkptv][lr]|[bcdfghjklmnpqrstvwxzßłđ])(?=[aeiouy])/g;
const SHORTEST = 2; // letters that stay together at either end

// Between names and figures: `comma()` of web/words/text.py.
/** @type {Record<string, string>} */
const COMMAS = { ar: "، " };
export const comma = () => COMMAS[document.documentElement.lang.split("-")[0]] ?? ", ";

/** @param {string} name */
export function nameStep(name) {
  const letters = Math.max(...name.split(/[ -]/).map((word) => [...word].length));
  return letters > 13 ? "longest" : letters > 10 ? "long" : "";
}

/** @param {string} name */
export function lineStep(name) {
  const { length } = [...name];
  return length > 14 ? "longest" : length > 10 ? "long" : "";
}

// A name with its own hyphen breaks after that.
/** @param {string} name */
export const hyphenated = (name) => name.replace(name.includes("-") ? /\p{L}{9,}/gu : /\p{L}{6,}/gu, withHyphens);

/** @param {string} word */
function withHyphens(word) {
  const letters = [...word];
  const plain = letters
    .map((letter) => letter.normalize("NFD")[0])
    .join("")
    .toLowerCase();
  const ends = [...plain.matchAll(SYLLABLE)].map(({ index, 1: before }) => index + before.length);
  const cuts = [0, ...ends.filter((n) => n >= SHORTEST && n <= letters.length - SHORTEST), letters.length];
  return cuts
    .slice(1)
    .map((end, n) => letters.slice(cuts[n], end).join(""))
    .join("\u00ad");
}
