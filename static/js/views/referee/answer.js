// The referee's answer to the current input; twin of companion/web/referee/answer.py.
import { deckOf, findCard } from "../../rules/referee/deck.js";
import { MOST_ARRANGED, judge } from "../../rules/referee/judge.js";
import { isWhole } from "../../rules/referee/reading.js";
import { contractSlots, slotsOf } from "./asked.js";

const SMALLEST = 3; // of a meld without a contract; games with smaller ones define it
const MOST = 30; // judged at once
/** @type {Record<string, LaidKind>} */
const KINDS = { set: "set", run: "run", colour: "colour", rank: "set" };
// Answers that help a player during a round.
const HELPS = ["go_down", "deadwood", "knock", "declare"];
// Questions that depend on the order of the cards.
const OF_THE_ORDER = ["wilds_touch_in_run", "wilds_touch_in_set"];
/** @type {Referee.Answered} */
const NOTHING = { state: "empty", answer: {}, slots: [], wrong: [], needed: 0, reordered: null, at_fault: [] };

/** @param {AskedCase} asked @param {Desk} desk @returns {Referee.Answered} */
export function answered(asked, desk) {
  if (HELPS.includes(asked.ask) && !desk.tells_go_down) return { ...NOTHING, state: "off" };
  return notInPlay(asked, deckOf(desk.rules, asked.players, asked.wild || null)) ?? ASKED[asked.ask](asked, desk);
}

// The first card that does not exist, or exceeds its copies in play.
/** @param {AskedCase} asked @param {Deck} deck @returns {Referee.Answered | null} */
function notInPlay({ groups }, deck) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const [at, group] of groups.entries())
    for (const [number, code] of group.entries()) {
      const [card, count] = [findCard(deck, code), (seen.get(code) ?? 0) + 1];
      seen.set(code, count);
      if (card === null) return { ...NOTHING, state: "unknown_card", wrong: [[at, number]] };
      if (count > card.copies) return { ...NOTHING, state: "too_many", wrong: [[at, number]], needed: card.copies };
    }
  return groups.some(({ length }) => length > MOST) ? { ...NOTHING, state: "too_long" } : null;
}

/** @type {AnswerTo} */
function ofMeld(asked, desk) {
  const least = leastOf(desk);
  if (asked.groups[0].length < least) return filling(asked, least);
  return judged(asked, desk, [0], { melds: [groupOf(asked, 0, "any")] });
}

// The melds of complete size, alone or together.
/** @type {AnswerTo} */
function ofContract(asked, desk) {
  const slots = slotsOf(asked, desk);
  const full = [...slots.keys()].filter((n) => asked.groups[n].length >= slots[n].size);
  if (!full.length) return filling(asked, slots[asked.at].size);
  const words = desk.rules.contracts[/** @type {number} */ (asked.contract) - 1].split(" ");
  const contract = full.length === slots.length ? asked.contract : full.map((n) => words[n]).join(" ");
  return judged(asked, desk, full, { contract, melds: full.map((n) => groupOf(asked, n, KINDS[slots[n].kind])) });
}

/** @type {AnswerTo} */
function onTheTable(asked, desk) {
  const least = leastOf(desk);
  const [on, [card]] = asked.groups;
  if (on.length < least || !card) return filling(asked, asked.at === 0 ? least : 1);
  const { whose, turn } = asked;
  const asCase = { card, on: groupOf(asked, 0, "any"), whose, down: turn !== "before", turn };
  return judged(asked, desk, [0, 1], { ...asCase, ...contractOf(asked) });
}

/** @type {AnswerTo} */
function ofGoingDown(asked, desk) {
  const needed = contractSlots(asked.contract, desk).reduce((sum, { size }) => sum + size, 0);
  if (asked.groups[0].length < needed) return filling(asked, needed);
  return judged(asked, desk, [0], handOf(asked));
}

/** @type {AnswerTo} */
const ofGoingOut = (asked, desk) => judged(asked, desk, [0], { ...handOf(asked), discards: asked.discards });

/** @type {AnswerTo} */
const ofDeadwood = (asked, desk) => arranged(asked, desk, 1, MOST_ARRANGED);

// Before or after the discard; of a game that deals varying hands, any number.
/** @type {AnswerTo} */
function ofWholeHand(asked, desk) {
  const { dealt } = desk.rules;
  return arranged(asked, desk, dealt ?? 1, dealt ? dealt + 1 : MOST_ARRANGED);
}

/** @type {(asked: AskedCase, desk: Desk, least: number, most: number) => Referee.Answered} */
function arranged(asked, desk, least, most) {
  const { length } = asked.groups[0];
  if (length > most) return { ...NOTHING, state: "too_long" };
  return length >= least ? judged(asked, desk, [0], handOf(asked)) : filling(asked, least);
}

// By the melds of the knocker that are complete.
/** @type {AnswerTo} */
function ofDefending(asked, desk) {
  const melds = asked.groups.slice(0, -1);
  const hand = /** @type {string[]} */ (asked.groups.at(-1));
  const least = leastOf(desk);
  const full = [...melds.keys()].filter((n) => melds[n].length >= least);
  if (hand.length > MOST_ARRANGED) return { ...NOTHING, state: "too_long" };
  if (!full.length || !hand.length) return filling(asked, asked.at < melds.length ? least : 1);
  return judged(asked, desk, full, { hand, melds: full.map((n) => groupOf(asked, n, "any")) });
}

/** @param {AskedCase} asked @returns {TypedCase} */
const contractOf = ({ contract }) => (contract ? { contract } : {});
/** @param {AskedCase} asked @returns {TypedCase} */
const handOf = (asked) => ({ hand: asked.groups[0], ...contractOf(asked) });

/** @type {Record<string, AnswerTo>} */
const ASKED = {
  meld: ofMeld,
  contract: ofContract,
  lay_off: onTheTable,
  swap: onTheTable,
  go_down: ofGoingDown,
  go_out: ofGoingOut,
  deadwood: ofDeadwood,
  knock: ofWholeHand,
  declare: ofWholeHand,
  defend: ofDefending,
};

// The minimum size of a meld in this game, if its rules define one.
/** @param {Desk} desk */
function leastOf({ rules }) {
  const said = [rules.melding.set_least, rules.melding.run_least].filter(isWhole);
  return Math.max(2, Math.min(SMALLEST, ...said));
}

/** @param {AskedCase} asked @param {number} needed @returns {Referee.Answered} */
const filling = ({ groups }, needed) => ({
  ...NOTHING,
  state: groups.some(({ length }) => length) ? "filling" : "empty",
  needed,
});

/** @param {AskedCase} asked @param {number} number @param {MeldKind} kind @returns {TypedMeld} */
const groupOf = ({ groups }, number, kind) => ({ kind, cards: groups[number], in_order: true });

// Wild cards stay where they are typed, unless only another order makes a meld.
/** @type {(asked: AskedCase, desk: Desk, slots: number[], about: TypedCase) => Referee.Answered} */
function judged(asked, desk, slots, about) {
  const asCase = { ...about, ask: asked.ask, players: asked.players, wild_rank: asked.wild || null };
  let answer = judge(desk.rules, asCase);
  /** @type {RefereeAnswer | null} */
  let other = null;
  if (answer.verdict === "not_legal" && (asCase.melds || asCase.on)) {
    other = judge(desk.rules, inAnyOrder(asCase));
    if (other.verdict === "not_legal") other = null;
    else if (!OF_THE_ORDER.includes(/** @type {string} */ (answer.rule))) [answer, other] = [other, null];
  }
  return { ...NOTHING, state: "judged", answer, slots, reordered: other, at_fault: atFault(answer, asCase, desk) };
}

// The cards that violate a rule; of an open question, by the reading that says no.
/** @param {RefereeAnswer} answer @param {Case} asCase @param {Desk} desk */
function atFault(answer, asCase, { rules }) {
  for (const { rule, readings } of answer.questions ?? [])
    for (const [value, verdict] of Object.entries(readings))
      if (verdict === "not_legal") {
        const melding = { ...rules.melding, [rule]: readingOf(value) };
        return judge({ ...rules, melding }, asCase).cards ?? [];
      }
  return answer.cards ?? [];
}

// A reading as in the rules.
/** @param {string} value */
function readingOf(value) {
  if (["yes", "no"].includes(value)) return value === "yes";
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** @param {TypedCase} asCase */
function inAnyOrder(asCase) {
  const loose = { in_order: false };
  if (asCase.on) return { ...asCase, on: { ...asCase.on, ...loose } };
  return { ...asCase, melds: asCase.melds?.map((meld) => ({ ...meld, ...loose })) };
}
