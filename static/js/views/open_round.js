// The open round on several pages; twin of web/view_models/open_round.py.
import { missing, onlyPoints } from "../rules/judging/scoring.js";
import { lowRanks } from "../rules/model/cards.js";
import { dropsOf, hasCounts, isOut } from "../rules/model/play.js";
import { gamesOf, needsNoHands, turnsUp } from "../rules/model/state.js";

// The progress of a player; twin of web/view_models/open_round.py.

/** @param {number} last @param {Standing} standing @returns {Rank["far"]} */
export function far(last, { on, contracts }) {
  if (!last) return "";
  if (on === null) return "made";
  return /** @type {Rank["far"]} */ ((on > last ? "finished" : "on") + (contracts === on - 1 ? "" : "_with"));
}

// The progress of a total towards the limit that ends the game; twin of web/view_models/open_round.py.

/** @param {number} points @param {number} limit */
const share = (points, limit) => Math.floor((Math.min(Math.max(points, 0), limit) * 100) / limit);

// None without a limit, or with several games to it.
/** @param {Ruleset} ruleset @param {number} total @param {number} [soon] @returns {Progress | null} */
export function progress(ruleset, total, soon = 0) {
  const { limit } = ruleset.end;
  if (limit === null || gamesOf(ruleset) > 1) return null;
  const written = share(total, limit);
  return { to_go: Math.max(limit - total, 0), written, soon: Math.max(share(total + soon, limit) - written, 0) };
}

// The last step, which undo takes back; twin of web/view_models/open_round.py.

// What an entry is called: its kind, or for the end of a round nobody_out or its ending; of its own where it removes
// what others of its kind say, or for a wrong declaration.
const SAID = ["drop", "rank", "until", "title", "text"];

/** @param {Entry} entry @returns {string} */
export function codeOf({ kind, seat = null, ending = null, ...entry }) {
  if (kind === "went_out") return seat === null ? "nobody_out" : (ending ?? kind);
  if (entry.drop === "wrong") return "wrong_declaration";
  const isEmpty = SAID.some((name) => entry[name] === null || entry[name] === "");
  return isEmpty || entry.adjustment?.points === 0 ? `no_${kind}` : kind;
}

// The last step, as named on the undo button.
/** @param {State} state @returns {LastStep | null} */
export function lastStep({ last, names, rounds }) {
  if (!last) return null;
  const [number, { kind, seat = null, ...entry }] = last;
  return {
    number,
    code: codeOf(last[1]),
    name: kind === "player_joined" ? entry.name : seat === null ? null : names[seat],
    round: kind === "round_corrected" ? entry.number : rounds.length,
  };
}

// The melds that a player has put on the table during the round, as small cards:
// web/view_models/open_round.py in the browser.
const [CARD, APART] = [21, 19];

/** @param {LaidMeld[]} melds @param {Ruleset["pack"]} pack @param {CardClass[]} values @returns {MeldOnTable[]} */
export const meldsOnTable = (melds, { ranks }, values) =>
  melds.map(({ number, cards }) => {
    const all = lowToHigh(cards, ranks, values);
    const placed = all.map(({ rank }, n) => ({ rank, x: APART * n }));
    return { number, width: APART * (all.length - 1) + CARD, cards: placed };
  });

// Low aces, then in the order of the pack, whose ranks go from high to low, then cards of no rank.
/** @param {Cards} cards @param {string[]} ranks @param {CardClass[]} values */
export function lowToHigh(cards, ranks, values) {
  const low = lowRanks(values);
  const names = new Set([...Object.keys(low), ...[...ranks].reverse(), ...Object.keys(cards).sort()]);
  return [...names].flatMap((name) => Array(cards[name] ?? 0).fill({ name, rank: low[name] ?? name }));
}

// The ladder of a game; twin of web/view_models/open_round.py. `steps` are the { seat, name } on each step, from
// the first.
const [LOWEST, RISE, STEEPEST] = [20, 46, 4];
/** @param {number} length */
const tenths = (length) => Math.floor(length * 10 + 0.5) / 10;

/** @param {OnStep[][]} steps @returns {Ladder} */
export function ladder(steps) {
  const rise = Math.min(RISE / steps.length, STEEPEST);
  return {
    steps: steps.map((people, n) => ({
      number: n + 1,
      height: tenths(LOWEST + rise * (n + 1)),
      people: people.map(({ seat, name }) => ({ seat, name })),
      is_goal: n + 1 === steps.length,
    })),
  };
}

/** @param {OpenRound} open @param {Seat} seat */
export const isUncounted = (open, seat) => missing(open, seat) !== null;

/** @param {Ruleset} ruleset @param {Pick<State, "names">} state @param {Deal} deal @returns {RoundFigures} */
export function roundFigures({ end, contracts, cards_dealt }, { names }, deal) {
  const planned = Math.max(contracts.length, cards_dealt.length);
  return {
    number: deal.number,
    planned: deal.planned,
    is_playoff: deal.playoff,
    rounds: end.when === "rounds_played" && deal.planned <= planned ? planned : null,
    dealer: names[deal.dealer],
    leads: names[deal.leads],
    cards: deal.cards,
    ...deal.decks,
    wild: deal.wild,
    knock_most: deal.knock_most,
  };
}

// Whether the round is over; where only points are typed, once some are.
/** @param {OpenRound} open */
export const hasEnded = (open) => open.over && (!onlyPoints(open) || Object.keys(open.play.hands).length > 0);

// The progress of a hand once the round is over; empty before, where none is needed, and for players without a hand to
// count.
/**
 * @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat @param {Seat[]} counting
 * @returns {SeatAtTable["hand"]}
 */
export function handState(ruleset, open, seat, counting) {
  const { play } = open;
  const noHand = isOut(play, seat) || seat in dropsOf(play) || ruleset.lost_lives !== null;
  if (!open.over || noHand || needsNoHands({ ruleset, ...open })) return "";
  if (counting.includes(seat)) return "counting";
  return isUncounted(open, seat) ? "to_count" : "counted";
}

// The least points of the opening of a round; null without any.
/** @param {Ruleset} ruleset @param {Deal} deal @param {number} total @returns {number | null} */
export function leastToOpen({ opening }, { planned }, total) {
  if (!opening) return null;
  const { points, by_total: rows } = opening;
  if (rows.length) return (rows.findLast((row) => row.total <= total) ?? rows[0]).points;
  return points.length ? points[Math.min(planned, points.length) - 1] : null;
}

// The points that this player still needs to open; null once they are down, or without any.
/** @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat @param {number} total */
export const opensWith = (ruleset, open, seat, total) =>
  open.over || open.play.laid_down.includes(seat) ? null : leastToOpen(ruleset, open.deal, total);

// Whether the card turned up can be named or changed: a wild one until cards are counted.
/** @param {Ruleset} ruleset @param {OpenRound} open */
export const mayTurnUp = (ruleset, { deal, play }) =>
  turnsUp(ruleset) && !deal.playoff && !(ruleset.draws_wild && hasCounts(play));

// The seats in the lead; none before the first round is written, nor while all are level.
/** @param {State} state @returns {Seat[]} */
export function leaders({ rounds, standings, active }) {
  const first = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return rounds.length && first.length < active.length ? first : [];
}
