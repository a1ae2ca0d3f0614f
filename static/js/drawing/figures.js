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
