// The view model of the referee's page; twin of companion/web/referee/view.py.
import { deckOf, findCard } from "../../rules/referee/deck.js";
import { answered } from "./answer.js";
import { OF_HANDS, contractSlots, paramsOf, slot, slotsOf } from "./asked.js";

const MOST_HELP = 8;
const CHOSEN = ["ask", "contract", "wild", "whose", "turn", "discards"]; // chosen in lists on the page
const ANY_SUIT = "";
const codeOf = (said) => said.split("=")[0];

export function refereeView(asked, desk) {
  const found = answered(asked, desk);
  const { answer } = found;
  const slots = slotsOf(asked, desk);
  const deck = deckOf(desk.rules, asked.players, asked.wild || null);
  const groups = groupsOf(asked, desk, deck, found);
  const word = wordOf(asked.ask, answer);
  return {
    ask: asked.ask,
    contract: asked.contract,
    wild: asked.wild,
    whose: asked.whose,
    turn: asked.turn,
    discards: asked.discards,
    state: found.state,
    prompt: promptOf(asked, slots, found),
    word,
    groups,
    tabs: slots.length > 1 ? slots.map((slot, number) => tabOf(asked, slot, number)) : [],
    suits: deck.suits.map((suit) => ({ code: suit, is_at: suit === asked.suit })),
    bare: deck.kinds.filter(({ suit }) => !suit).map(({ code }) => ({ face: code, suit: "" })),
    count: asked.groups[asked.at].length,
    needed: found.needed,
    kind: word === "legal" ? kindLaid(asked, groups) : "",
    stands: standing(groups),
    rule: ruleOf(asked, answer),
    source: answer.source ?? "",
    help: helping(answer, deck),
    questions: questionsOf(answer),
    still: answer.verdict && asked.ask === "contract" ? slots.length - found.slots.length : 0,
    left: answer.left ?? null,
    is_capped: costOf(answer, deck) > (answer.left ?? 0),
    all_count: Boolean(answer.lacks) && !answer.melds.length,
    frees: asked.ask === "swap" ? (answer.frees ?? "") : "",
    use: answer.use ?? "",
    decides: (answer.questions ?? []).find(({ rule }) => desk.may_decide.includes(rule))?.rule ?? "",
    hidden: hiddenIn(asked),
    query: queryOf(asked),
  };
}

function wordOf(ask, { verdict, missing, ending }) {
  if (!verdict) return "";
  if (verdict === "your_table_decides") return "decides";
  if (["meld", "contract"].includes(ask)) return verdict;
  if (verdict === "legal") return yes(ask, ending);
  if (missing?.length) return "one_short";
  return ask === "go_down" ? "not_yet" : "no";
}

// Yes; or the points, or gin.
function yes(ask, ending) {
  if (["deadwood", "defend"].includes(ask)) return "deadwood";
  return ["gin", "big_gin"].includes(ending) ? ending : "yes";
}

function promptOf({ ask, at, groups }, slots, { state, needed }) {
  if (state === "empty") return "tap";
  if (state !== "filling") return "";
  if (slots[at].kind === "card") return "card";
  if (ask === "go_down") return "hand"; // of more cards than the contract needs
  if (groups[at].length < needed) return "count";
  return ask === "defend" ? "then_others" : "then_card";
}

const tabOf = ({ at }, slot, number) => ({ number, slot, is_at: number === at });

const questionsOf = ({ questions = [] }) =>
  questions.map(({ rule, readings }) => ({
    rule,
    readings: Object.entries(readings)
      .map(([value, verdict]) => ({ code: `${rule} ${value}`, verdict }))
      .toSorted((one, other) => saysNo(one) - saysNo(other) || 2 * Number(one.code > other.code) - 1),
  }));

const saysNo = ({ verdict }) => Number(verdict !== "legal");

const named = (params) => Object.entries(params).flatMap(([name, values]) => values.map((value) => [name, value]));

const hiddenIn = (asked) =>
  named(paramsOf(asked))
    .filter(([name]) => !CHOSEN.includes(name))
    .map(([name, value]) => ({ name, value }));

export const queryOf = (asked) => String(new URLSearchParams(named(paramsOf(asked))));

// The cards as typed, or as the referee arranges them; then other arrangements.
function groupsOf(asked, desk, deck, found) {
  const { answer } = found;
  const others = otherWays(deck, found);
  if (asked.ask === "go_down" && answer.melds) return [...laidDown(asked, desk, deck, answer), ...others];
  if (OF_HANDS.includes(asked.ask) && answer.deadwood) return [...arranged(deck, answer), ...others];
  if (answer.ways) return [...answer.ways.map((way) => wayOf(asked, way, deck)), ...others];
  if (asked.ask === "swap" && answer.places) return [swapped(asked, answer, deck), ...others];
  const gapped = answer.missing?.length ? oneShort(asked, desk, deck, answer) : null;
  return [...(gapped ?? asAsked(asked, desk, deck, found)), ...others];
}

// Other places of a wild card; or an order in which the cards would be legal.
function otherWays(deck, { answer, reordered }) {
  const also = (answer.also ?? []).flat().map((cards) => groupOf("also", cards, deck));
  return [...also, ...(reordered?.places ?? []).map((cards) => groupOf("reordered", cards, deck))];
}

// Each group of cards; judged ones are arranged as in the answer.
function asAsked(asked, desk, deck, found) {
  const places = ["meld", "contract"].includes(asked.ask) ? (found.answer.places ?? []) : [];
  const laid = new Map(places.map((cards, n) => [found.slots[n], cards]));
  const wrong = wrongPlaces(asked, desk, found);
  return asked.groups.flatMap((typed, number) => {
    if (!typed.length) return [];
    const isWrong = (n) => wrong.some(([at, card]) => at === number && card === n);
    return [marked(groupOf("", laid.get(number) ?? typed, deck), isWrong)];
  });
}

// The cards at fault, by group and number; in one group if it has all of them.
function wrongPlaces(asked, desk, { at_fault: atFault, wrong, slots }) {
  if (!atFault.length) return wrong;
  const placed = slots.map((at) => [at, numbersIn(asked.groups[at], atFault)]);
  let complete = placed.filter(([, numbers]) => numbers.length === atFault.length);
  if (complete.length > 1) {
    const alone = complete.filter(([at]) => isWrongAlone(asked, desk, at));
    if (alone.length) complete = alone;
  }
  const told = complete.length ? complete.slice(0, 1) : placed;
  return told.flatMap(([at, numbers]) => numbers.map((number) => [at, number]));
}

// Whether the cards of this group alone are no meld of the contract.
function isWrongAlone(asked, desk, at) {
  const groups = asked.groups.map((group, n) => (n === at ? group : []));
  return answered({ ...asked, groups }, desk).answer.verdict !== "legal";
}

// The places of these cards, each once.
function numbersIn(group, codes) {
  const left = [...codes];
  return group.flatMap((code, number) => {
    const at = left.indexOf(code);
    if (at < 0) return [];
    left.splice(at, 1);
    return [number];
  });
}

// The melds of the contract, and the rest of the hand.
function laidDown(asked, desk, deck, { melds }) {
  const rest = [...asked.groups[0]];
  const laid = contractSlots(asked.contract, desk).map((slot, n) => {
    for (const code of melds[n].map(codeOf)) if (rest.includes(code)) rest.splice(rest.indexOf(code), 1);
    return { ...groupOf("meld", melds[n], deck), slot };
  });
  return rest.length ? [...laid, groupOf("rest", rest, deck)] : laid;
}

// The knocker's melds with what is laid off on them, one's own melds, and the cards left.
function* arranged(deck, { places = [], laid_off: laidOff = [], melds, deadwood, discard }) {
  for (const cards of places)
    if (cards.some((code) => laidOff.includes(code)))
      yield marked(groupOf("laid_off", cards, deck), undefined, (n) => laidOff.includes(cards[n]));
  for (const cards of melds) {
    const group = groupOf("meld", cards, deck);
    yield { ...group, slot: slot(kindOf(group), cards.length) };
  }
  if (deadwood.length) yield groupOf("rest", deadwood, deck);
  if (discard) yield groupOf("discard", [discard], deck);
}

// What the cards left over cost by themselves, in points.
const costOf = ({ deadwood = [] }, { cards }) => deadwood.reduce((sum, code) => sum + cards.get(code).points, 0);

// The melds of the contract with a gap, if one more card would be enough.
function oneShort(asked, desk, deck, { missing }) {
  const [card] = naturalFirst(missing, deck);
  const whole = { ...asked, groups: [[...asked.groups[0], card]] };
  const { answer } = answered(whole, desk);
  return answer.melds ? withGap(laidDown(whole, desk, deck, answer), card) : null;
}

function withGap(groups, missing) {
  const at = groups.findIndex(({ cards }) => cards.some(({ code }) => code === missing));
  const place = groups[at].cards.findIndex(({ code }) => code === missing);
  const cards = groups[at].cards.map((card, n) => ({ ...card, is_missing: n === place }));
  return groups.with(at, { ...groups[at], cards });
}

function wayOf(asked, { end, places }, deck) {
  const [cards] = places;
  const last = cards.length - 1;
  const same = cards.findIndex((code) => codeOf(code) === asked.groups[1][0]);
  const picked = { high: last, set: last, low: 0 }[end] ?? same;
  return { ...marked(groupOf("way", cards, deck), undefined, (n) => n === picked), end };
}

function swapped(asked, { places }, deck) {
  const picked = places[0].lastIndexOf(asked.groups[1][0]);
  return marked(groupOf("", places[0], deck), undefined, (n) => n === picked);
}

const groupOf = (caption, codes, deck) => ({
  caption,
  slot: null,
  end: "",
  cards: codes.map((said) => shown(said, deck)),
});

const never = (_) => false;

/** @type {(group: any, isWrong?: (n: number) => boolean, isPicked?: (n: number) => boolean) => any} */
function marked(group, isWrong = never, isPicked = never) {
  const cards = group.cards.map((card, n) => ({ ...card, is_wrong: isWrong(n), is_picked: isPicked(n) }));
  return { ...group, cards };
}

// A card, with the meaning of a wild one: `*=5H`.
function shown(said, deck) {
  const code = codeOf(said);
  const stands = said.slice(code.length + 1);
  const card = findCard(deck, code);
  const face = card ? faceOf(card) : faceOf({ code, rank: "", suit: "", wild: false });
  return { ...face, code, ...standsFor(stands) };
}

const faceOf = ({ code, rank, suit, wild }) => ({
  code,
  face: rank || code,
  suit,
  is_wild: wild,
  stands: "",
  stands_suit: "",
  is_wrong: false,
  is_picked: false,
  is_missing: false,
});

// The rank and suit of `5H`; a question mark is any.
const standsFor = (said) => ({
  stands: said.slice(0, -1).replaceAll("?", ""),
  stands_suit: said.slice(-1).replace("?", ""),
});

// The wild cards that stand for another rank in the first arrangement.
const standing = (groups) =>
  groups
    .filter(({ caption }) => ["", "meld"].includes(caption))
    .flatMap(({ cards }) => cards.filter(({ stands }) => stands).map(standOf));

const standOf = ({ face, suit, stands, stands_suit }) => ({
  wild: { face, suit },
  card: { face: stands, suit: stands_suit },
});

// The kind of a single meld, as found.
function kindLaid({ ask }, groups) {
  return ask === "meld" ? kindOf(groups[0]) : "";
}

function kindOf({ cards }) {
  const ranks = new Set(cards.filter(({ stands, suit }) => stands || suit).map(({ stands, face }) => stands || face));
  return ranks.size <= 1 ? "set" : "run";
}

// The first violated rule; a hand without the contract has no melds to blame.
const ruleOf = ({ ask }, { lacks = "", rule = lacks }) => (ask === "go_down" && rule === "contract" ? "hand" : rule);

// Cards that would make it legal: only the rank if every suit of it would do.
function helping({ missing = [], would_do: wouldDo = [] }, deck) {
  const codes = naturalFirst(missing.length ? missing : wouldDo, deck);
  const faces = codes.map((code) => anyOr(deck.cards.get(code), codes, deck));
  const isFirst = ({ face, suit }, n) => faces.findIndex((one) => one.face === face && one.suit === suit) === n;
  return faces.filter(isFirst).slice(0, MOST_HELP);
}

const naturalFirst = (codes, { cards }) =>
  codes.toSorted((one, other) => Number(cards.get(one).wild) - Number(cards.get(other).wild));

function anyOr({ code, rank, suit }, codes, { kinds }) {
  const isOfRank = (one) => one.suit && one.rank === rank;
  const isAny = Boolean(suit) && kinds.filter(isOfRank).every((one) => codes.includes(one.code));
  return { face: rank || code, suit: isAny ? ANY_SUIT : suit };
}
