// Verdicts, including those that depend on silent sources; twin of companion/rules/referee/verdicts.py.
import { Law, READINGS, readingsOf } from "./law.js";

/** @type {Verdict[]} */
const [LEGAL, NOT_LEGAL, TABLE_DECIDES] = ["legal", "not_legal", "your_table_decides"];
const [STRICT, GENEROUS] = [0, 1];
/** @type {(keyof RefereeFacts)[]} */
const SHOWN = ["places", "melds", "left", "deadwood", "discard", "ending", "laid_off"];
/** @param {LazyAnswer} answer */
const isLegal = ({ verdict }) => verdict === LEGAL;

// The verdict by every reading of the silent keys that matter. If all agree, that is the verdict. Otherwise the table
// decides, and each key that matters becomes a question with the verdict of each reading.
/** @param {Melding} melding @param {Deck} deck @param {Judge} judge @returns {RefereeAnswer} */
export function decided(melding, deck, judge) {
  const said = saidIn(new Court(melding, deck, judge));
  return Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key, typeof value === "function" ? value() : value]),
  );
}

/** @param {Court} court @returns {LazyAnswer} */
function saidIn(court) {
  const strict = court.at(STRICT, {});
  if (strict.every(isLegal)) return strict[0];
  const generous = court.at(GENEROUS, {});
  const yes = generous.find(isLegal);
  if (!yes) return generous[0];
  const seen = SHOWN.filter((key) => key in yes).map((key) => [key, yes[key]]);
  return { verdict: TABLE_DECIDES, questions: court.questions(), ...Object.fromEntries(seen) };
}

/** @param {Readings} readings @param {string} key */
const reading = (readings, key) => (key in readings ? readings[key] : READINGS[key][STRICT][0]);

// One case, and the silent keys that it has needed so far.
class Court {
  /** @param {Melding} melding @param {Deck} deck @param {Judge} judge */
  constructor(melding, deck, judge) {
    this.melding = melding;
    this.deck = deck;
    this.judge = judge;
    /** @type {Set<string>} */
    this.asked = new Set();
    /** @type {{ used: [key: string, value: AnySaid][], answer: LazyAnswer }[]} */
    this.known = [];
  }

  // The answers by the strictest readings, or the most generous, except for `fixed` keys.
  /** @param {number} side @param {Readings} fixed */
  at(side, fixed) {
    for (;;) {
      const asked = this.asked.size;
      const answers = this.readings(side).map((readings) => this.by({ ...readings, ...fixed }));
      if (this.asked.size === asked) return answers;
    }
  }

  /** @param {number} side */
  readings(side) {
    const keys = [...this.asked].sort();
    /** @param {Readings[]} found @param {string} key */
    const more = (found, key) =>
      found.flatMap((one) => READINGS[key][side].map((value) => ({ ...one, [key]: value })));
    return keys.reduce(more, [{}]);
  }

  /** @param {Readings} readings */
  by(readings) {
    const known = this.known.find(({ used }) => used.every(([key, value]) => reading(readings, key) === value));
    if (known) return known.answer;
    const law = new Law(this.melding, this.deck, readings);
    const answer = this.judge(law);
    for (const key of law.asked) this.asked.add(key);
    this.known.push({ used: [...law.asked].map((key) => [key, reading(readings, key)]), answer });
    return answer;
  }

  // Each silent key that can change the verdict, with the verdict by each reading.
  questions() {
    const rows = [...this.asked].sort().map((key) => ({
      rule: key,
      readings: Object.fromEntries(readingsOf(key).map((value) => [spell(value), this.verdict({ [key]: value })])),
    }));
    const telling = rows.filter(({ readings }) => new Set(Object.values(readings)).size > 1);
    return telling.length ? telling : rows;
  }

  /** @param {Readings} fixed @returns {Verdict} */
  verdict(fixed) {
    if (this.at(STRICT, fixed).every(isLegal)) return LEGAL;
    return this.at(GENEROUS, fixed).some(isLegal) ? TABLE_DECIDES : NOT_LEGAL;
  }
}

/** @param {AnySaid} value */
const spell = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
/** @param {LazyFacts} said @returns {LazyFacts} */
const known = (said) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== undefined));

// A legal answer, with further fields.
/** @param {LazyFacts} [said] @returns {LazyAnswer} */
export const legal = (said = {}) => ({ verdict: LEGAL, ...known(said) });

// The first violated rule, the cards at fault, and the rule's source. Expensive fields may be functions, which are
// called for the final answer only.
/**
 * @param {string} rule @param {string[]} cards @param {Melding} melding @param {LazyFacts} [said]
 * @returns {LazyAnswer}
 */
export function notLegal(rule, cards, { sources }, said = {}) {
  return {
    verdict: NOT_LEGAL,
    rule,
    cards,
    source: sources[rule] ?? sources[BASE[rule] ?? rule] ?? "",
    ...known(said),
  };
}

// The source of rules without one of their own.
/** @type {Record<string, string>} */
const BASE = {
  contract: "set_exact",
  colour: "run_in_sequence",
  same_suit_runs_overlap: "same_suit_runs",
  lay_off_in_last: "lay_off",
  all_in_melds: "least_runs",
};
