// The public names of the entries of a log (companion/records/log/taps.py).
const NAME = 8; // characters

// The key under which any phone may send the entry with this name again.
/** @param {string} name */
export const resentAs = (name) => `resent-of-${name}`;

// The keys by which the entries of a log are known, by number; `taps` are those of this phone, as far as known.
/** @param {string[]} names @param {Map<number, string>} taps @returns {KeysOf} */
export const keysIn = (names, taps) => (number) => {
  const [name, tap] = [names[number - 1], taps.get(number)];
  return [...(name ? [resentAs(name)] : []), ...(tap ? [tap] : [])];
};

// Names that are written one after another.

/** @param {string} [text] @returns {string[]} */
export const namesIn = (text) => (text ?? "").match(new RegExp(`.{${NAME}}`, "g")) ?? [];
