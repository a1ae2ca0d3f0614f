// The public names of the entries of a log, written one after another (companion/records/resent.py).
const NAME = 8; // characters

/** @param {string} [text] @returns {string[]} */
export const namesIn = (text) => (text ?? "").match(new RegExp(`.{${NAME}}`, "g")) ?? [];
