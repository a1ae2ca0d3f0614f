// The view model of the referee's page; twin of companion/web/referee/view.py.
import { deckOf, findCard } from "../../rules/referee/deck.js";
import { answered } from "./answer.js";
import { OF_HANDS, contractSlots, paramsOf, slot, slotsOf } from "./asked.js";

const MOST_HELP = 8;
const CHOSEN = ["ask", "contract", "wild", "whose", "turn", "discards"]; // chosen in lists on the page
const ANY_SUIT = "";
/** @param {string} said */
const codeOf = (said) => said.split("=")[0];

/** @param {AskedCase} asked @param {Desk} desk @returns {Referee.RefereeView} */
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
    all_count: Boolean(answer.lacks) && !answer.melds?.length,
    frees: asked.ask === "swap" ? (answer.frees ?? "") : "",
    use: answer.use ?? "",
    decides: (answer.questions ?? []).find(({ rule }) => desk.may_decide.includes(rule))?.rule ?? "",
    hidden: hiddenIn(asked),
    query: queryOf(asked),
  };
}

/** @param {string} ask @param {RefereeAnswer} answer @returns {Referee.RefereeView["word"]} */
function wordOf(ask, { verdict, missing, ending }) {
  if (!verdict) return "";
  if (verdict === "your_table_decides") return "decides";
  if (["meld", "contract"].includes(ask)) return verdict;
  if (verdict === "legal") return yes(ask, ending);
  if (missing?.length) return "one_short";
  return ask === "go_down" ? "not_yet" : "no";
}

// Yes; or the points, or gin.
/** @param {string} ask @param {"knock" | "gin" | "big_gin"} [ending] @returns {Referee.RefereeView["word"]} */
function yes(ask, ending) {
  if (["deadwood", "defend"].includes(ask)) return "deadwood";
  return ending && ending !== "knock" ? ending : "yes";
}

/**
 * @param {AskedCase} asked @param {Referee.Slot[]} slots @param {Referee.Answered} found
 * @returns {Referee.RefereeView["prompt"]}
 */
function promptOf({ ask, at, groups }, slots, { state, needed }) {
  if (state === "empty") return "tap";
  if (state !== "filling") return "";
  if (slots[at].kind === "card") return "card";
  if (ask === "go_down") return "hand"; // of more cards than the contract needs
  if (groups[at].length < needed) return "count";
  return ask === "defend" ? "then_others" : "then_card";
}

/** @param {AskedCase} asked @param {Referee.Slot} slot @param {number} number */
const tabOf = ({ at }, slot, number) => ({ number, slot, is_at: number === at });

/** @param {RefereeAnswer} answer */
const questionsOf = ({ questions = [] }) =>
  questions.map(({ rule, readings }) => ({
    rule,
    readings: Object.entries(readings)
      .map(([value, verdict]) => ({ code: `${rule} ${value}`, verdict }))
      .toSorted((one, other) => saysNo(one) - saysNo(other) || 2 * Number(one.code > other.code) - 1),
  }));

/** @param {Referee.Reading} reading */
const saysNo = ({ verdict }) => Number(verdict !== "legal");

/** @param {Params} params */
const named = (params) => Object.entries(params).flatMap(([name, values]) => values.map((value) => [name, value]));

/** @param {AskedCase} asked */
const hiddenIn = (asked) =>
  named(paramsOf(asked))
    .filter(([name]) => !CHOSEN.includes(name))
    .map(([name, value]) => ({ name, value }));

/** @param {AskedCase} asked */
export const queryOf = (asked) => String(new URLSearchParams(named(paramsOf(asked))));

// The cards as typed, or as the referee arranges them; then other arrangements.
/** @type {(asked: AskedCase, desk: Desk, deck: Deck, found: Referee.Answered) => ShownGroup[]} */
function groupsOf(asked, desk, deck, found) {
  const { answer } = found;
  const others = otherWays(deck, found);
  if (asked.ask === "go_down" && answer.melds) return [...laidDown(asked, desk, deck, answer.melds), ...others];
  if (OF_HANDS.includes(asked.ask) && answer.deadwood) return [...arranged(deck, answer, answer.deadwood), ...others];
  if (answer.ways) return [...answer.ways.map((way) => wayOf(asked, way, deck)), ...others];
  if (asked.ask === "swap" && answer.places) return [swapped(asked, answer.places, deck), ...others];
  const gapped = answer.missing?.length ? oneShort(asked, desk, deck, answer.missing) : null;
  return [...(gapped ?? asAsked(asked, desk, deck, found)), ...others];
}

// Other places of a wild card; or an order in which the cards would be legal.
/** @param {Deck} deck @param {Referee.Answered} found */
function otherWays(deck, { answer, reordered }) {
  const also = (answer.also ?? []).flat().map((cards) => groupOf("also", cards, deck));
  return [...also, ...(reordered?.places ?? []).map((cards) => groupOf("reordered", cards, deck))];
}

// Each group of cards; judged ones are arranged as in the answer.
/** @param {AskedCase} asked @param {Desk} desk @param {Deck} deck @param {Referee.Answered} found */
function asAsked(asked, desk, deck, found) {
  const places = ["meld", "contract"].includes(asked.ask) ? (found.answer.places ?? []) : [];
  const laid = new Map(places.map((cards, n) => [found.slots[n], cards]));
  const wrong = wrongPlaces(asked, desk, found);
  return asked.groups.flatMap((typed, number) => {
    if (!typed.length) return [];
    /** @param {number} n */
    const isWrong = (n) => wrong.some(([at, card]) => at === number && card === n);
    return [marked(groupOf("", laid.get(number) ?? typed, deck), isWrong)];
  });
}

// The cards at fault, by group and number; in one group if it has all of them.
/** @param {AskedCase} asked @param {Desk} desk @param {Referee.Answered} found @returns {Referee.Answered["wrong"]} */
function wrongPlaces(asked, desk, { at_fault: atFault, wrong, slots }) {
  if (!atFault.length) return wrong;
  /** @type {[at: number, numbers: number[]][]} */
  const placed = slots.map((at) => [at, numbersIn(asked.groups[at], atFault)]);
  let complete = placed.filter(([, numbers]) => numbers.length === atFault.length);
  if (complete.length > 1) {
    const alone = complete.filter(([at]) => isWrongAlone(asked, desk, at));
    if (alone.length) complete = alone;
  }
  const told = complete.length ? complete.slice(0, 1) : placed;
  return told.flatMap(([at, numbers]) => numbers.map((number) => /** @type {[number, number]} */ ([at, number])));
}

// Whether the cards of this group alone are no meld of the contract.
/** @param {AskedCase} asked @param {Desk} desk @param {number} at */
function isWrongAlone(asked, desk, at) {
  const groups = asked.groups.map((group, n) => (n === at ? group : []));
  return answered({ ...asked, groups }, desk).answer.verdict !== "legal";
}

// The places of these cards, each once.
/** @param {string[]} group @param {string[]} codes */
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
/** @param {AskedCase} asked @param {Desk} desk @param {Deck} deck @param {string[][]} melds */
function laidDown(asked, desk, deck, melds) {
  const rest = [...asked.groups[0]];
  const laid = contractSlots(asked.contract, desk).map((slot, n) => {
    for (const code of melds[n].map(codeOf)) if (rest.includes(code)) rest.splice(rest.indexOf(code), 1);
    return { ...groupOf("meld", melds[n], deck), slot };
  });
  return rest.length ? [...laid, groupOf("rest", rest, deck)] : laid;
}

// The knocker's melds with what is laid off on them, one's own melds, and the cards left.
/** @param {Deck} deck @param {RefereeAnswer} answer @param {string[]} deadwood */
function* arranged(deck, { places = [], laid_off: laidOff = [], melds, discard }, deadwood) {
  for (const cards of places)
    if (cards.some((code) => laidOff.includes(code)))
      yield marked(groupOf("laid_off", cards, deck), undefined, (n) => laidOff.includes(cards[n]));
  for (const cards of /** @type {string[][]} */ (melds)) {
    const group = groupOf("meld", cards, deck);
    yield { ...group, slot: slot(kindOf(group), cards.length) };
  }
  if (deadwood.length) yield groupOf("rest", deadwood, deck);
  if (discard) yield groupOf("discard", [discard], deck);
}

/** @param {Deck["cards"]} cards @param {string} code */
const cardIn = (cards, code) => /** @type {PlayingCard} */ (cards.get(code));

// What the cards left over cost by themselves, in points.
/** @param {RefereeAnswer} answer @param {Deck} deck */
const costOf = ({ deadwood = [] }, { cards }) => deadwood.reduce((sum, code) => sum + cardIn(cards, code).points, 0);

// The melds of the contract with a gap, if one more card would be enough.
/** @param {AskedCase} asked @param {Desk} desk @param {Deck} deck @param {string[]} missing */
function oneShort(asked, desk, deck, missing) {
  const [card] = naturalFirst(missing, deck);
  const whole = { ...asked, groups: [[...asked.groups[0], card]] };
  const { answer } = answered(whole, desk);
  return answer.melds ? withGap(laidDown(whole, desk, deck, answer.melds), card) : null;
}

/** @param {ShownGroup[]} groups @param {string} missing */
function withGap(groups, missing) {
  const at = groups.findIndex(({ cards }) => cards.some(({ code }) => code === missing));
  const place = groups[at].cards.findIndex(({ code }) => code === missing);
  const cards = groups[at].cards.map((card, n) => ({ ...card, is_missing: n === place }));
  return groups.with(at, { ...groups[at], cards });
}

/** @param {AskedCase} asked @param {LaidOff} way @param {Deck} deck */
function wayOf(asked, { end, places }, deck) {
  const [cards] = places;
  const last = cards.length - 1;
  const same = cards.findIndex((code) => codeOf(code) === asked.groups[1][0]);
  const picked = { high: last, set: last, low: 0 }[end] ?? same;
  return { ...marked(groupOf("way", cards, deck), undefined, (n) => n === picked), end };
}

/** @param {AskedCase} asked @param {string[][]} places @param {Deck} deck */
function swapped(asked, places, deck) {
  const picked = places[0].lastIndexOf(asked.groups[1][0]);
  return marked(groupOf("", places[0], deck), undefined, (n) => n === picked);
}

/** @param {ShownGroup["caption"]} caption @param {string[]} codes @param {Deck} deck @returns {ShownGroup} */
const groupOf = (caption, codes, deck) => ({
  caption,
  slot: null,
  end: "",
  cards: codes.map((said) => shown(said, deck)),
});

/** @param {number} _ */
const never = (_) => false;

/** @type {(group: ShownGroup, isWrong?: (n: number) => boolean, isPicked?: (n: number) => boolean) => ShownGroup} */
function marked(group, isWrong = never, isPicked = never) {
  const cards = group.cards.map((card, n) => ({ ...card, is_wrong: isWrong(n), is_picked: isPicked(n) }));
  return { ...group, cards };
}

// A card, with the meaning of a wild one: `*=5H`.
/** @param {string} said @param {Deck} deck @returns {Referee.ShownCard} */
function shown(said, deck) {
  const code = codeOf(said);
  const stands = said.slice(code.length + 1);
  const card = findCard(deck, code);
  const face = card ? faceOf(card) : faceOf({ code, rank: "", suit: "", wild: false });
  return { ...face, code, ...standsFor(stands) };
}

/** @param {Pick<PlayingCard, "code" | "rank" | "suit" | "wild">} card */
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
/** @param {string} said */
const standsFor = (said) => ({
  stands: said.slice(0, -1).replaceAll("?", ""),
  stands_suit: said.slice(-1).replace("?", ""),
});

// The wild cards that stand for another rank in the first arrangement.
/** @param {ShownGroup[]} groups */
const standing = (groups) =>
  groups
    .filter(({ caption }) => ["", "meld"].includes(caption))
    .flatMap(({ cards }) => cards.filter(({ stands }) => stands).map(standOf));

/** @param {Referee.ShownCard} card */
const standOf = ({ face, suit, stands, stands_suit }) => ({
  wild: { face, suit },
  card: { face: stands, suit: stands_suit },
});

// The kind of a single meld, as found.
/** @param {AskedCase} asked @param {ShownGroup[]} groups */
function kindLaid({ ask }, groups) {
  return ask === "meld" ? kindOf(groups[0]) : "";
}

/** @param {ShownGroup} group */
function kindOf({ cards }) {
  const ranks = new Set(cards.filter(({ stands, suit }) => stands || suit).map(({ stands, face }) => stands || face));
  return ranks.size <= 1 ? "set" : "run";
}

// The first violated rule; a hand without the contract has no melds to blame.
/** @param {AskedCase} asked @param {RefereeAnswer} answer */
const ruleOf = ({ ask }, { lacks, rule = lacks ?? "" }) => (ask === "go_down" && rule === "contract" ? "hand" : rule);

// Cards that would make it legal: only the rank if every suit of it would do.
/** @param {RefereeAnswer} answer @param {Deck} deck */
function helping({ missing = [], would_do: wouldDo = [] }, deck) {
  const codes = naturalFirst(missing.length ? missing : wouldDo, deck);
  const faces = codes.map((code) => anyOr(cardIn(deck.cards, code), codes, deck));
  /** @param {Referee.Face} face @param {number} n */
  const isFirst = ({ face, suit }, n) => faces.findIndex((one) => one.face === face && one.suit === suit) === n;
  return faces.filter(isFirst).slice(0, MOST_HELP);
}

/** @param {string[]} codes @param {Deck} deck */
const naturalFirst = (codes, { cards }) =>
  codes.toSorted((one, other) => Number(cardIn(cards, one).wild) - Number(cardIn(cards, other).wild));

/** @param {PlayingCard} card @param {string[]} codes @param {Deck} deck @returns {Referee.Face} */
function anyOr({ code, rank, suit }, codes, { kinds }) {
  /** @param {PlayingCard} one */
  const isOfRank = (one) => one.suit && one.rank === rank;
  const isAny = Boolean(suit) && kinds.filter(isOfRank).every((one) => codes.includes(one.code));
  return { face: rank || code, suit: isAny ? ANY_SUIT : suit };
}
