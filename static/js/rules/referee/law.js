// The melding rules of one case, with a reading of each silent key; twin of companion/rules/referee/law.py.

// By key: the strictest readings and the most generous ones.
/** @type {KeyReadings} */
export const READINGS = {
  set_least: [[3], [2]],
  run_least: [[4], [3]],
  set_exact: [[true], [false]],
  run_exact: [[true], [false]],
  run_one_suit: [[true], [false]],
  set_repeats_suit: [[false], [true]],
  set_repeats_suit_on_lay_off: [[false], [true]],
  ace: [["low", "high"], ["wraps"]],
  ace_inside: [[false], [true]],
  natural_wild_in_run: [[false], [true]],
  natural_wild_in_set: [[false], [true]],
  wilds_touch_in_set: [[false], [true]],
  wilds_touch_in_run: [[false], [true]],
  caps_on_lay_off: [[true], [false]],
  all_wild: [[false], [true]],
  same_suit_runs: [["different"], ["free"]],
  same_suit_runs_overlap: [[false], [true]],
  sets_same_rank: [[false], [true]],
  swap: [["none"], ["any"]],
  swap_from_set: [[false], [true]],
  own_contract_first: [[true], [false]],
  swap_move: [["take"], ["both"]],
  lay_off: [["never"], ["same_turn"]],
  lay_off_on: [["none"], ["any"]],
  discard_to_go_out: [
    [true, false],
    [true, false],
  ],
  last_contract_complete: [[true], [false]],
};
// All other silent keys set no limit.
/** @type {Readings} */
const UNLIMITED = {
  set_most: "none",
  run_most: "none",
  most_wilds: "none",
  wilds_at_most: "none",
  least_naturals: 0,
  gap_at_least: 1,
  least_runs: 0,
  least_pure_runs: 0,
  melds_with_one_run: "all",
};
/** @type {Record<string, AnySaid[]>} */
const BETWEEN = {
  ace: ["high_or_low"],
  same_suit_runs: ["gap"],
  swap: ["others"],
  lay_off: ["next_turn"],
  lay_off_on: ["own", "others"],
};

// The rules of one case: `readings` are the values assumed for silent keys; `asked` were needed.
export class Law {
  /** @param {Melding} melding @param {Deck} deck @param {Readings} readings */
  constructor(melding, deck, readings) {
    this.melding = melding;
    this.deck = deck;
    this.readings = readings;
    /** @type {Set<string>} */
    this.asked = new Set();
  }

  // The value of this key; if silent its reading, or no limit without one.
  /** @template {MeldKey} Key @param {Key} key @returns {Said<Key>} */
  get(key) {
    return /** @type {Said<Key>} */ (this.melding[key] ?? this.read(key));
  }

  /** @param {string} key */
  read(key) {
    if (!(key in READINGS)) return UNLIMITED[key] ?? null;
    this.asked.add(key);
    return key in this.readings ? this.readings[key] : READINGS[key][0][0];
  }
}

// The possible readings of this silent key, each once.
/** @param {string} key */
export function readingsOf(key) {
  const [strict, generous] = READINGS[key];
  return [...new Set([...strict, ...(BETWEEN[key] ?? []), ...generous])];
}
