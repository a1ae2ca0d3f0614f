// A question to the referee, stored in the address of its page, and the taps that change it; twin of
// companion/web/referee/asked.py. `params` are arrays of values by name.
import { MOST_KNOCKED } from "../../rules/referee/judge.js";

const OF_CONTRACTS = ["contract", "go_down"];
// Of a hand, and the cheapest way to arrange it.
export const OF_HANDS = ["deadwood", "knock", "declare", "defend"];
const ASKS = ["meld", "contract", "lay_off", "swap", "go_down", "go_out", ...OF_HANDS];
const LAID_AT_ONCE = ["meld", ...OF_HANDS]; // where all melds are shown at the end of the round
const WHOSE = ["other", "own"];
const TURNS = ["later", "same", "before"];
const [MOST_CARDS, MOST_SIGNS] = [40, 24];
const SLOT = /^([SRC])(\d+)$/;
/** @type {Record<string, Referee.Slot["kind"]>} */
const KINDS = { S: "set", R: "run", C: "colour" };
const ON_THE_TABLE = ["lay_off", "swap"];

/** @param {Params} params @param {string} name */
const first = (params, name) => params[name]?.[0] ?? "";
/** @param {string} text */
const number = (text) => (/^[0-9]{1,2}$/.test(text) ? Number(text) : null);
/** @param {string} text */
const signs = (text) => text.split(/\s+/).filter(Boolean);

/** @param {Params} params @param {string} name @param {string[]} known */
function oneOf(params, name, known) {
  const said = first(params, name);
  return known.includes(said) ? said : known[0];
}

// The questions that make sense in this game.
/** @param {Desk} desk */
function asksOf({ rules: { contracts, knocking, melding } }) {
  if (contracts.length) return ASKS.filter((ask) => !OF_HANDS.includes(ask));
  const others = [
    ...OF_CONTRACTS,
    ...(knocking ? [] : ["knock", "defend"]),
    ...(melding.least_runs ? [] : ["declare"]),
  ];
  return (knocking || melding.least_runs ? LAID_AT_ONCE : ASKS).filter((ask) => !others.includes(ask));
}

/** @param {Params} params @param {Desk} desk @returns {AskedCase} */
export function readAsked(params, desk) {
  const ask = oneOf(params, "ask", asksOf(desk));
  const contract = contractOf(params, desk);
  const slots = slotsFor(ask, contract, desk);
  const typed = (params.cards ?? []).slice(0, slots.length).map(codesOf);
  const at = number(first(params, "at"));
  return {
    ask,
    contract,
    groups: slots.map((_, n) => typed[n] ?? []),
    at: at !== null && at < slots.length ? at : 0,
    suit: oneOf(params, "suit", desk.rules.suits),
    wild: wildOf(params, desk),
    players: number(first(params, "players")) || desk.players,
    whose: oneOf(params, "whose", WHOSE),
    turn: oneOf(params, "turn", TURNS),
    discards: first(params, "discards") === "1",
    house: desk.house,
  };
}

/** @param {string} text */
const codesOf = (text) =>
  signs(text)
    .slice(0, MOST_CARDS)
    .map((code) => [...code].slice(0, MOST_SIGNS).join(""));

// The number of the contract: of the address, else of the table, else the first.
/** @param {Params} params @param {Desk} desk */
function contractOf(params, desk) {
  const said = number(first(params, "contract")) || desk.contract || 1;
  return Math.min(said, desk.rules.contracts.length) || null;
}

// The wild rank of the round; blank in games without one.
/** @param {Params} params @param {Desk} desk */
function wildOf(params, desk) {
  const said = first(params, "wild") || desk.wild;
  const isRank = desk.rules.cards.some(({ rank, suit }) => suit && rank === said);
  return desk.wild_moves && isRank ? said : "";
}

/** @param {Pick<AskedCase, "ask" | "contract">} asked @param {Desk} desk */
export const slotsOf = ({ ask, contract }, desk) => slotsFor(ask, contract, desk);

/** @param {string} ask @param {number | null} contract @param {Desk} desk */
function slotsFor(ask, contract, desk) {
  if (ask === "contract" && contract) return contractSlots(contract, desk);
  if (ON_THE_TABLE.includes(ask)) return [slot("on", 0), slot("card", 1)];
  if (ask === "defend")
    return [...Array.from({ length: MOST_KNOCKED }, (_, n) => slot("knocked", n + 1)), slot("hand", 0)];
  return [slot(ask === "meld" ? "any" : "hand", 0)];
}

/** @param {Referee.Slot["kind"]} kind @param {number} size @returns {Referee.Slot} */
export const slot = (kind, size, rank = "") => ({ kind, size, rank });

/** @param {number | null} contract @param {Desk} desk */
export const contractSlots = (contract, { rules }) =>
  rules.contracts[/** @type {number} */ (contract) - 1].split(" ").map(slotOf);

/** @param {string} word */
function slotOf(word) {
  const ofKind = word.match(SLOT);
  if (ofKind) return slot(KINDS[ofKind[1]], Number(ofKind[2]));
  const [size] = word.split("x");
  return slot("rank", Number(size), word.slice(size.length + 1));
}

/** @param {AskedCase} asked @returns {Params} */
export function paramsOf(asked) {
  const said = {
    ask: [asked.ask],
    contract: asked.contract ? [String(asked.contract)] : [],
    cards: asked.groups.map((group) => group.join(" ")),
    at: asked.at ? [String(asked.at)] : [],
    suit: [asked.suit],
    wild: asked.wild ? [asked.wild] : [],
    players: asked.players ? [String(asked.players)] : [],
    whose: ON_THE_TABLE.includes(asked.ask) ? [asked.whose] : [],
    turn: ON_THE_TABLE.includes(asked.ask) ? [asked.turn] : [],
    discards: asked.discards ? ["1"] : [],
    house: [...asked.house],
  };
  return Object.fromEntries(Object.entries(said).filter(([, values]) => values.length));
}

// The question after a tap: `suit H`, `rank 9`, `bare *`, `slot 1`, `back` or `clear`.
/** @param {AskedCase} asked @param {string} tap @param {Desk} desk @returns {AskedCase} */
export function tapped(asked, tap, desk) {
  const [what] = tap.split(" ");
  const value = tap.slice(what.length + 1);
  const to = number(value);
  if (what === "suit" && desk.rules.suits.includes(value)) return { ...asked, suit: value };
  if (what === "slot" && to !== null && to < asked.groups.length) return { ...asked, at: to };
  if (what === "clear") return { ...asked, groups: asked.groups.map(() => []), at: 0 };
  if (what === "back") return withoutLast(asked);
  if (what === "rank") return withCard(asked, value + asked.suit, desk);
  return what === "bare" ? withCard(asked, value, desk) : asked;
}

// Add the card to its slot; after a complete meld of the contract the next slot follows.
/** @param {AskedCase} asked @param {string} code @param {Desk} desk */
function withCard(asked, code, desk) {
  const { at } = asked;
  const { kind, size } = slotsOf(asked, desk)[at];
  const group = kind === "card" ? [code] : [...asked.groups[at], code].slice(0, MOST_CARDS);
  const groups = asked.groups.with(at, group);
  const isFull = asked.ask === "contract" && group.length === size;
  return { ...asked, groups, at: isFull && groups[at + 1]?.length === 0 ? at + 1 : at };
}

// Remove the last card of the slot, or of the previous one if it is empty.
/** @param {AskedCase} asked */
function withoutLast(asked) {
  const at = !asked.groups[asked.at].length && asked.at > 0 ? asked.at - 1 : asked.at;
  return { ...asked, groups: asked.groups.with(at, asked.groups[at].slice(0, -1)), at };
}
