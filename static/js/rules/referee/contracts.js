// A contract: the assignment of melds to its parts, and the rules between them; twin of
// companion/rules/referee/contracts.py.
import { ANY, MOST_WAYS, PAIRS, RUN, SET, SIZES, fault, rankOf, suitOf, track, ways } from "./melds.js";

// The melds as this contract; each may be any part of its kind. All legal ways, or the fault and the number of its
// meld.
/** @param {Meld[]} melds @param {ContractPart[]} slots @param {Law} law @param {boolean} isLast @returns {Together} */
export function together(melds, slots, law, isLast) {
  if (melds.length !== slots.length) return { ways: [], fault: fault(SIZES, "contract", []), number: 0 };
  /** @type {Together | null} */
  let worst = null;
  for (const order of orders(melds, slots)) {
    const found = asSlots(melds, order, law, isLast);
    if (found.ways.length) return found;
    if (worst === null || stageOf(found) > stageOf(worst)) worst = found;
  }
  return /** @type {Together} */ (worst);
}

/** @param {Pick<Together, "fault">} faulty */
const stageOf = ({ fault: wrong }) => /** @type {MeldFault} */ (wrong).stage;

// The part for each meld; in the listed order if the kinds do not match.
/** @param {Meld[]} melds @param {ContractPart[]} slots */
function orders(melds, slots) {
  const every = permutations(slots);
  /** @type {Set<string>} */
  const seen = new Set();
  const once = every.filter((order) => {
    const name = JSON.stringify(order);
    return !seen.has(name) && seen.add(name);
  });
  const fitting = once.filter((order) =>
    melds.every(({ kind }, number) => kind === order[number].kind || kind === ANY),
  );
  return fitting.length ? fitting : [slots];
}

/** @template T @param {T[]} items @returns {T[][]} */
function permutations(items) {
  if (!items.length) return [[]];
  return items.flatMap((item, number) => permutations(items.toSpliced(number, 1)).map((rest) => [item, ...rest]));
}

/** @param {Meld[]} melds @param {ContractPart[]} slots @param {Law} law @param {boolean} isLast @returns {Together} */
function asSlots(melds, slots, law, isLast) {
  for (const [number, meld] of melds.entries()) {
    const wrong = slotFault(meld, slots[number], law, isLast);
    if (wrong) return { ways: [], fault: wrong, number };
  }
  const found = melds.map((meld, number) => {
    const { kind, size, rank } = slots[number];
    return ways({ ...meld, kind, slot: size, rank }, law);
  });
  const faulty = found.map((one, number) => ({ fault: one.fault, number })).filter((one) => one.fault);
  if (faulty.length)
    return { ways: [], ...faulty.reduce((first, one) => (stageOf(one) < stageOf(first) ? one : first)) };
  return combined(
    found.map(({ legal }) => legal),
    law,
  );
}

/** @param {Meld} meld @param {ContractPart} slot @param {Law} law @param {boolean} isLast */
function slotFault({ kind, cards }, slot, law, isLast) {
  const codes = cards.map(({ card }) => card.code);
  if ((kind !== slot.kind && kind !== ANY) || cards.length < slot.size) return fault(SIZES, "contract", codes);
  if (cards.length === slot.size) return null;
  const rule = isExact(slot.kind, law, isLast);
  return rule ? fault(SIZES, rule, codes) : null;
}

// The rule that fixes the size of such a meld to that of the contract; empty if none.
/** @param {MeldKind} kind @param {Law} law @param {boolean} isLast */
export function isExact(kind, law, isLast) {
  if (isLast && law.melding.last_contract_exact) return "last_contract_exact";
  const rule = kind === RUN ? "run_exact" : "set_exact";
  return law.get(rule) ? rule : "";
}

/** @param {Placed[][]} legal @param {Law} law @returns {Together} */
function combined(legal, law) {
  /** @type {Placed[][]} */
  const good = [];
  /** @type {MeldFault | null} */
  let wrong = null;
  let left = MOST_WAYS;
  for (const one of product(legal)) {
    if (left-- === 0) break;
    const broken = pairsFault(one, law);
    wrong ??= broken;
    if (!broken) good.push(one);
  }
  return { ways: good, fault: good.length ? null : wrong, number: 0 };
}

/** @template T @param {T[][]} lists @returns {Generator<T[], void>} */
function* product(lists) {
  if (!lists.length) {
    yield [];
    return;
  }
  for (const first of lists[0]) for (const rest of product(lists.slice(1))) yield [first, ...rest];
}

// The rule that two melds of one contract violate together; else null.
/** @param {Placed[]} placed @param {Law} law */
function pairsFault(placed, law) {
  for (const [number, one] of placed.entries()) {
    for (const other of placed.slice(number + 1)) {
      const broken = pairFault(one, other, law);
      if (broken) return broken;
    }
  }
  return null;
}

/** @param {Placed} one @param {Placed} other @param {Law} law */
function pairFault(one, other, law) {
  const cards = [...one.places, ...other.places].map(({ card }) => card.code);
  /** @param {LaidKind} kind */
  const both = (kind) => one.kind === kind && other.kind === kind;
  if (both(RUN) && suitOf(one) && suitOf(one) === suitOf(other)) {
    const rule = runsRule([one.start, one.places.length], [other.start, other.places.length], law);
    return rule ? fault(PAIRS, rule, cards) : null;
  }
  const same = both(SET) && rankOf(one) && rankOf(one) === rankOf(other);
  return same && !law.get("sets_same_rank") ? fault(PAIRS, "sets_same_rank", cards) : null;
}

// The rule that two runs of one suit violate, empty if none; each has its start on the track and its size.
/** @param {Stretch} one @param {Stretch} other @param {Law} law */
export function runsRule(one, other, law) {
  const said = law.get("same_suit_runs");
  if (said === "free" || !law.get("run_one_suit")) return "";
  const gap = gapOf(one, other, law);
  if (said === "different") return "same_suit_runs";
  if (gap === null) return law.get("same_suit_runs_overlap") ? "" : "same_suit_runs_overlap";
  return gap >= law.get("gap_at_least") ? "" : "same_suit_runs";
}

// The number of ranks between two runs, round the corner if allowed; null if they overlap.
/** @param {Stretch} one @param {Stretch} other @param {Law} law */
function gapOf(one, other, law) {
  const { line, starts } = track(law, 1);
  const size = line.length > starts ? starts : 0;
  const [[first, length], [second, more]] = [one, other].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const after = second - first - length;
  if (after < 0) return null;
  const before = size ? size + first - second - more : after;
  return before >= 0 ? Math.min(after, before) : null;
}
