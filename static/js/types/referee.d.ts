// Types of the referee (static/js/rules/referee, static/js/views/referee), beyond those of Python (`Referee`).

type PlayingCard = Referee.Card;
type Melding = Referee.Melding;
type MeldKey = keyof Omit<Melding, "sources">;
type Law = import("../rules/referee/law.js").Law;
type Deck = ReturnType<typeof import("../rules/referee/deck.js").deckOf>;
type Limits = import("../rules/referee/hands.js").Limits;

// The rules of a game as companion/rules/reading/melding_data.py writes them.
interface RefereeRules {
  melding: Melding;
  suits: string[];
  cards: CardOfRules[];
  decks: (Decks & { up_to: number })[];
  contracts: string[];
  dealt: number | null;
  most_points: number | null;
  knocking: Knocking | null;
}
type CardOfRules = PlayingCard & { moving_points: number | null };

// What a key says, or how a silent one is read.
type Said<Key extends MeldKey> = Key extends "lowest_in_run" ? string | null : NonNullable<Melding[Key]>;
type AnySaid = NonNullable<Melding[MeldKey]>;
type KeyReadings = { [key: string]: [strict: AnySaid[], generous: AnySaid[]] };
type Readings = Record<string, AnySaid>;

// Melds, and their cards.
type LaidKind = "set" | "run" | "colour";
type RunOrSet = "run" | "set";
type MeldKind = LaidKind | "any";
type Held = Referee.Held;
type CardPlace = Referee.Place;
type MeldFault = Referee.Fault;
type Meld = Referee.Meld & { kind: MeldKind };
type Placed = Referee.Placed & { kind: LaidKind };
type Places = Pick<Placed, "places">;
type Ways = { legal: Placed[]; fault: MeldFault | null };
type Spot = [number: number, place: CardPlace];
type Taken = { number: number; held: Held };
// A meld of a contract.
interface ContractPart {
  kind: MeldKind;
  size: number;
  rank: string;
}
interface Together {
  ways: Placed[][];
  fault: MeldFault | null;
  number: number;
}
// The start of a run on the track, and its size.
type Stretch = [start: number, size: number];

// A hand during a search (rules/referee/hands.js).
type HandCounts = Map<string, number>;
type SearchedHand = ReturnType<typeof import("../rules/referee/hands.js").handOf>;
interface RunWindow {
  suit: string;
  start: number;
  keys: string[];
}
type Chosen = RunWindow & { slot: ContractPart; naturals: (string | null)[] };
interface LaidContract {
  melds: Chosen[];
  points: number;
}
// A run that may grow (rules/referee/leftovers.js).
interface RunEnds {
  suit: string;
  low: number;
  high: number;
  lowWild: boolean;
  highWild: boolean;
}
type RunSide = "low" | "high";

// Arranging a hand (rules/referee/arranging.js).
interface Aim {
  runs: number;
  pure: number;
  discards: boolean;
  whole: boolean;
  onlyPure: boolean;
}
type Cheapest = LaidContract & { cards: number };
interface ArrangedMeld {
  kind: RunOrSet;
  places: (number | null)[];
  suit: string;
  start: number;
  ranks: string[];
}
interface ArrangingState {
  at: number;
  counts: number[];
  pool: number;
  runs: number;
  pure: number;
  discards: boolean;
}
interface ArrangingStep {
  after: ArrangingState;
  points: number;
  cards: number;
  meld: ArrangedMeld | null;
}
// The fewest points left, and the fewest cards with these points.
type Least = [points: number, cards: number];
interface OnTrack {
  suit: string;
  start: number;
  spot: number;
  kind: number;
}

// A case, as typed in: unchecked, but for the form of its parts.
interface Case {
  ask?: string;
  players?: unknown;
  wild_rank?: unknown;
  contract?: unknown;
  melds?: unknown;
  on?: unknown;
  card?: unknown;
  hand?: unknown;
  whose?: unknown;
  down?: unknown;
  turn?: unknown;
  discards?: unknown;
}
// A card, and the meld on the table that it is meant for (rules/referee/turns.js).
interface Turn {
  card: PlayingCard;
  on: Meld;
  whose: "own" | "other" | null;
  down: boolean;
  sameTurn: boolean;
  isLast: boolean;
}
interface WayOff {
  end: string;
  placed: Placed;
  frees?: PlayingCard;
}
interface LaidOff {
  end: string;
  places: string[][];
  frees?: string;
}
type Grown = { placed: Pick<Placed, "kind" | "places">; cards: PlayingCard[] };

type Verdict = "legal" | "not_legal" | "your_table_decides";
interface OpenQuestion {
  rule: string;
  readings: Record<string, Verdict>;
}
// What an answer says beside its verdict; lacks what is null.
interface RefereeFacts {
  places?: string[][];
  also?: string[][][] | null;
  ways?: LaidOff[];
  melds?: string[][];
  left?: number;
  deadwood?: string[];
  discard?: string;
  ending?: "knock" | "gin" | "big_gin";
  laid_off?: string[];
  lacks?: string | null;
  missing?: string[];
  would_do?: string[];
  frees?: string;
  use?: string | null;
  move?: string | null;
}
interface RefereeAnswer extends RefereeFacts {
  verdict?: Verdict;
  rule?: string;
  cards?: string[];
  source?: string;
  questions?: OpenQuestion[];
  error?: string;
  at?: string;
}
// The same with functions for what is expensive, which are called for the final answer only.
type Unsaid<Facts> = { [Name in keyof Facts]: Facts[Name] | (() => Facts[Name]) };
type LazyFacts = Unsaid<RefereeFacts>;
type LazyAnswer = Unsaid<RefereeAnswer> & { verdict: Verdict };
type Judge = (law: Law) => LazyAnswer;
type Ask = (asked: Case, rules: RefereeRules, deck: Deck) => Judge;

// Views.
type Desk = Referee.Desk;
type AskedCase = Referee.Asked;
type ShownGroup = Referee.ShownGroup;
type Params = Record<string, string[]>;
type AnswerTo = (asked: AskedCase, desk: Desk) => Referee.Answered;
// A case as pages ask it.
interface TypedMeld {
  kind: MeldKind;
  cards: string[];
  in_order: boolean;
}
type TypedCase = Omit<Case, "melds" | "on"> & { melds?: TypedMeld[]; on?: TypedMeld };
