// The data that the fold goes by, for `tsc --checkJs` alone: no page loads this. Names and shapes are those that Python writes
// (`ruleset_data`, `write_entry`, `tests/vectors/state_data`). Records by seat have text keys in JSON, and are read by number.

type Seat = number;
type BySeat<T> = Record<Seat, T>;
type Cards = Record<string, number>;

interface CardClass { key: string; ranks: string[]; value: number; wild: boolean }
interface Decks { decks: number; jokers: number }

interface Ruleset {
  most_players: number;
  direction: "left" | "right";
  cards_dealt: number[];
  advancing: "none" | "round" | "finish";
  hand_size: "known" | "grows" | "unknown";
  last_turns: boolean;
  discard_to_go_out: boolean;
  rummy_doubles: boolean;
  joining: string;
  only_who_goes_out_lays_down_last: boolean;
  pack: { ranks: string[]; copies: number[] };
  decks: (Decks & { up_to: number; cards_dealt: number | null })[];
  contracts: number[];
  card_values: CardClass[];
  card_values_for: Record<string, CardClass[]>;
  scoring: string;
  buys: { allowed: boolean; limits: number[] | null; cards_each: number };
  end: { when: string; winner: string; tiebreak: string; tie_points: string; blocked: string; limit: number | null };
}

interface Hand { cards?: Cards | null; points?: number | null }
interface Adjustment { points: number; reason: string }
type Answer = [code: string, seat: Seat | null];

interface Deal {
  number: number;
  planned: number;
  dealer: Seat;
  leads: Seat;
  players: Seat[];
  contracts: BySeat<number>;
  cards: number;
  decks: Decks;
  values: CardClass[];
  scoring: string;
  playoff: boolean;
}

interface RoundPlay {
  laid_down: Seat[];
  went_out: Seat | null;
  hands: BySeat<Hand>;
  buys: BySeat<number>;
  adjustments: BySeat<Adjustment>;
  melded: BySeat<Hand>;
  went_rummy: boolean;
}

interface Played { ruleset: Ruleset; deal: Deal; play: RoundPlay }
interface RoundHand { number: number; seat: Seat; hand: Hand; melded: boolean }
interface Doubt { code: string; seat: Seat | null; numbers: Record<string, number>; card: string | null }

interface OpenRound { deal: Deal; play: RoundPlay; over: boolean; counted_at: BySeat<number>; marked: Seat[] }

interface ScoredRound {
  deal: Deal;
  play: RoundPlay;
  made: Seat[];
  points: BySeat<number>;
  totals: BySeat<number>;
  next_contracts: BySeat<number | null>;
  accepted: Answer[];
  not_asked: Answer[];
  void: boolean;
  counted: boolean;
  corrected: boolean;
}

interface Outcome {
  code: string;
  winners: Seat[];
  round: number | null;
  finishers: Seat[];
  tied: Seat[];
  playoff: boolean;
  gone: Seat[];
}
interface Standing { place: number; seat: Seat; contracts: number; total: number; on: number | null }

// Any kind of entry; the fields of each are those of its class in companion/rules/entries.
interface Entry { kind: string; [field: string]: any }
type Numbered = [number: number, entry: Entry];

interface State {
  names: string[];
  order: Seat[];
  active: Seat[];
  joined: BySeat<number>;
  left: BySeat<number>;
  returns: { seat: Seat; left_after: number; back_before: number; total: number }[];
  rounds: ScoredRound[];
  open: OpenRound | null;
  made: number[];
  totals: number[];
  next_contracts: (number | null)[];
  standings: Standing[];
  outcome: Outcome;
  ended: Numbered | null;
  title: string | null;
  note: string;
  new_rules: { before_round: number; options: Record<string, string | number | boolean> }[];
  last: Numbered | null;
  version: number;
  undone: number[];
}

interface Seats { names: string[]; first_dealer: Seat }
interface Fold { ruleset: Ruleset; seats: Seats; entries: Entry[]; state: State; table: import("../rules/table.js").Table }
