// What scripts share with Python, derived from its dataclasses; `make schema` writes this file.
// For `tsc --checkJs` alone. Records by seat have text keys in JSON, and are read by number.

type Seat = number;
type KnownEntry = LaidDown | TookBack | WentOut | HandCounted | Adjusted | RoundScored | RoundCorrected | PlayerJoined | PlayerLeft | PlayerReturned | PlayerRenamed | SeatsReordered | DealerChanged | RulesChanged | EntryUndone | Entry | Titled | Noted;

interface Adjusted {
  kind: "adjusted";
  seat: Seat;
  adjustment: Adjustment;
}

interface Adjustment {
  points: number;
  reason: string;
}

interface Buys {
  allowed: boolean;
  limits: number[] | null;
  cards_each: number;
}

interface CardClass {
  key: string;
  value: number;
  wild: boolean;
  ranks: string[];
}

interface Cell {
  seat: number;
  contract: number | null;
  points: number | null;
  made: boolean;
  total: number;
  went_out: boolean;
  only_out: boolean;
}

interface Choice {
  value: string | number | boolean;
  label: string;
  changes: Record<string, any>;
}

interface Column {
  seat: number;
  name: string;
  total: number;
}

interface CountView {
  seat: number;
  name: string;
  round: number;
  went_out: string | null;
  counts: "left" | "melded" | "both";
  number: number | null;
  asks_down: boolean;
  points: number;
  taken_as: "" | "yes" | "no";
  is_typed: boolean;
  counted_at: number;
  may_be_empty: boolean;
  sizes: Sizes;
  rest: Rest | null;
  parts: Part[];
  walk: Walk;
  undo: LastStep | null;
}

interface Deal {
  number: number;
  planned: number;
  dealer: number;
  leads: number;
  players: number[];
  contracts: Record<number, number>;
  cards: number;
  decks: Decks;
  values: CardClass[];
  scoring: string;
  playoff: boolean;
}

interface DealerChanged {
  kind: "dealer_changed";
  seat: Seat;
}

interface Decks {
  decks: number;
  jokers: number;
}

interface Doubt {
  code: "nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys";
  seat: number | null;
  numbers: Record<string, number>;
  card: string | null;
}

interface End {
  when: "contract_finished" | "rounds_played" | "limit_reached";
  winner: "first_to_finish" | "lowest_points_when_someone_finishes" | "lowest_total" | "highest_total";
  tiebreak: "shared" | "went_out_last_round" | "playoff" | "play_on";
  blocked: "score_all" | "void";
  limit: number | null;
  tie_points: "with_deciding_round" | "before_deciding_round";
}

interface EntryUndone {
  kind: "entry_undone";
  sequence: number;
}

interface Filler {
  key: string;
  fits: boolean;
}

interface Hand {
  cards?: Record<string, number> | null;
  points?: number | null;
}

interface HandCounted {
  kind: "hand_counted";
  seat: Seat;
  hand: Hand;
  down: boolean | null;
  buys?: number | null;
  melded?: Hand | null;
}

interface HandTab {
  seat: number;
  name: string;
  state: "out" | "counting" | "to_count" | "counted";
  points: number;
  down: boolean | null;
  is_here: boolean;
  is_done: boolean;
}

interface HouseRule {
  key: string;
  default: string | number | boolean;
  question: string;
  why: string;
  choices: Choice[];
  needs: string | null;
  needs_choice: string | number | boolean;
}

interface LaidDown {
  kind: "laid_down";
  seat: Seat;
}

interface LastStep {
  number: number;
  code: string;
  name: string | null;
  round: number;
}

interface MayBeOut {
  seat: number;
  name: string;
  number: number | null;
  is_down: boolean;
  total: number;
  stands: "total" | "down" | "marked_too";
}

interface NewRules {
  before_round: number;
  options: Record<string, string | number | boolean>;
}

interface Note {
  code: "overridden" | "not_asked" | "corrected" | "switched" | "adjusted" | "joined" | "left" | "returned";
  values: Record<string, any>;
  doubt: Doubt | null;
  name: string | null;
  switched: Switched | null;
}

interface Noted {
  kind: "noted";
  text: string;
}

interface Obstacle {
  code: "blank_hand" | "unknown_card" | "negative_count" | "down_or_not" | "unknown_player" | "out_without_contract" | "out_with_cards" | "game_over" | "nothing_scored" | "order_is_settled" | "table_full" | "name_taken" | "not_to_be_undone";
  seat: number | null;
  name: string | null;
  numbers: Record<string, number>;
  card: string | null;
  missing: "hand" | "melds" | "both";
  fix: number | null;
}

interface OnStep {
  seat: number;
  name: string;
  x: number;
  y: number;
}

interface OpenGame {
  number: number;
  planned: number;
  rounds: number | null;
  last: number;
  ranks: Ranked[];
}

interface OpenRound {
  deal: Deal;
  play: RoundPlay;
  over: boolean;
  counted_at: Record<number, number>;
  marked: number[];
}

interface OutView {
  round: number;
  version: number;
  seats: MayBeOut[];
  nobody: "play_off" | "void" | "scored";
  asks_how: boolean;
}

interface Outcome {
  code: "in_progress" | "finished_first" | "fewest_points" | "tie_shared" | "tie_went_out" | "playoff_needed" | "lowest_total" | "highest_total" | "reached_target" | "ended_early";
  winners: number[];
  round: number | null;
  finishers: number[];
  tied: number[];
  playoff: boolean;
  gone: number[];
}

interface OutcomeView {
  why: Why[];
  winners: string[];
  finishers: string[];
  tied: string[];
  gone: string[];
  reached: string[];
  limit: number | null;
  reason: string;
  last: number;
  round: number | null;
  deciding: number | null;
  least: number;
  others: number[];
  runner_up: number | null;
}

interface Part {
  code: "melds" | "hand";
  points: number;
  is_blank: boolean;
  is_open: boolean;
  is_asked: boolean;
}

interface Player {
  seat: number;
  name: string;
}

interface PlayerJoined {
  kind: "player_joined";
  name: string;
  before?: Seat | null;
}

interface PlayerLeft {
  kind: "player_left";
  seat: Seat;
}

interface PlayerRenamed {
  kind: "player_renamed";
  seat: Seat;
  name: string;
}

interface PlayerReturned {
  kind: "player_returned";
  seat: Seat;
}

interface Question {
  doubt: Doubt;
  name: string | null;
  fix: number | null;
  answer: string;
}

interface Rank {
  name: string;
  standing: Standing;
  is_winner: boolean;
  has_left: boolean;
  far: "" | "made" | "on" | "on_with" | "finished" | "finished_with";
  number: number;
}

interface Ranked {
  name: string;
  colour: number;
  standing: Standing;
  is_ahead: boolean;
}

interface Rest {
  is_offered: boolean;
  missing: number;
  fills_to: number;
  is_dealt: boolean;
  classes: Filler[];
}

interface Return {
  seat: number;
  left_after: number;
  back_before: number;
  total: number;
}

interface ReviewRow {
  seat: number;
  name: string;
  went_out: boolean;
  is_counted: boolean;
  number: number | null;
  made: boolean;
  points: number | null;
  total: number;
  adjustment: Adjustment | null;
  questions: Question[];
  obstacle: Obstacle | null;
}

interface ReviewView {
  number: number;
  version: number;
  rows: ReviewRow[];
  is_void: boolean;
  is_playoff: boolean;
  asked: Question[];
  questions: Question[];
  obstacle: Obstacle | null;
  whole: Obstacle | null;
  counting: StillCounting[];
  undo: LastStep | null;
}

interface RoundCorrected {
  kind: "round_corrected";
  number: number;
  play: RoundPlay;
  accepted?: (["nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys", Seat | null])[];
  not_asked?: (["nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys", Seat | null])[];
}

interface RoundFigures {
  number: number;
  planned: number;
  rounds: number | null;
  is_playoff: boolean;
  dealer: string;
  leads: string;
  cards: number;
  decks: number;
  jokers: number;
  wild: string | null;
}

interface RoundHand {
  number: number;
  seat: Seat;
  hand: Hand;
  melded: boolean;
}

interface RoundPlay {
  laid_down: Seat[];
  went_out: Seat | null;
  hands: Record<number, Hand>;
  buys: Record<number, number>;
  adjustments: Record<number, Adjustment>;
  melded: Record<number, Hand>;
  went_rummy: boolean;
}

interface RoundScored {
  kind: "round_scored";
  accepted?: (["nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys", Seat | null])[];
  not_asked?: (["nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys", Seat | null])[];
}

interface Row {
  number: number;
  dealer: Player;
  cells: (Cell | null)[];
  counted: boolean;
  corrected: boolean;
  doubted: "" | "overridden" | "not_asked";
}

interface RulesChanged {
  kind: "rules_changed";
  options: Record<string, string | number | boolean>;
  retold?: RoundHand[];
}

interface Ruleset {
  most_players: number;
  direction: "left" | "right";
  cards_dealt: number[];
  advancing: "finish" | "round" | "none";
  hand_size: "known" | "grows" | "unknown";
  last_turns: boolean;
  discard_to_go_out: boolean;
  rummy_doubles: boolean;
  buys: Buys;
  end: End;
  joining: "lowest_active_contract_and_highest_active_total" | "start_at_one";
  only_who_goes_out_lays_down_last: boolean;
  pack: { ranks: string[]; copies: number[] };
  decks: (Decks & { up_to: number; cards_dealt: number | null })[];
  contracts: number[];
  card_values: CardClass[];
  card_values_for: Record<string, CardClass[]>;
  scoring: string;
}

interface ScoredRound {
  deal: Deal;
  play: RoundPlay;
  made: number[];
  points: Record<number, number>;
  totals: Record<number, number>;
  next_contracts: Record<number, number | null>;
  accepted: (["nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys", Seat | null])[];
  not_asked: (["nobody_out" | "more_than_one_out" | "wrong_hand_size_without_contract" | "too_many_cards_after_contract" | "too_many_of_class" | "too_many_cards" | "final_round_only_one_down" | "points_not_reachable" | "points_below_minimum" | "points_above_maximum" | "buys_not_allowed" | "too_many_buys", Seat | null])[];
  void: boolean;
  counted: boolean;
  corrected: boolean;
}

interface SeatAtTable {
  seat: number;
  name: string;
  deals: boolean;
  leads: boolean;
  is_ahead: boolean;
  adjustment: Adjustment | null;
  total: number;
  last_points: number | null;
  number: number | null;
  takes_whole_hand: boolean;
  is_down: boolean;
  mark: "" | "is_out" | "is_down" | "take_back" | "lay_down";
  out_button: "" | "says_so" | "asks_how";
  hand: "" | "counting" | "to_count" | "counted";
  shown_by: "number" | "initial";
}

interface SeatsReordered {
  kind: "seats_reordered";
  order: Seat[];
}

interface SheetView {
  title: string;
  rounds: number;
  may_score: boolean;
  players: Column[];
  many: boolean;
  rows: Row[];
  ranks: Rank[];
  winners: string[];
  winner_seats: number[];
  has_long_winner: boolean;
  contracts: number;
  contracts_first: boolean;
  notes: Note[];
  note: string;
  is_over: boolean;
  has_rounds_after_end: boolean;
  ended_by: number | null;
  open_round: number | null;
  outcome: OutcomeView | null;
  undo: LastStep | null;
}

interface Sizes {
  size: number;
  held: number | null;
  held_if_down: number;
  to_whole: number;
  limit: "" | "down_is_out" | "with_buys" | "only_buys" | "some" | "none" | "most";
  whole: number;
  most: number;
  each: number;
  most_held: number | null;
  least_points: number;
  shown_buys: number | null;
}

interface Stairs {
  height: number;
  line: string;
  number_y: number;
  numbers: StepNumber[];
  people: OnStep[];
}

interface Standing {
  place: number;
  seat: number;
  contracts: number;
  total: number;
  on: number | null;
}

interface State {
  names: string[];
  order: number[];
  active: number[];
  joined: Record<number, number>;
  left: Record<number, number>;
  returns: Return[];
  rounds: ScoredRound[];
  open: OpenRound | null;
  made: number[];
  totals: number[];
  next_contracts: (number | null)[];
  standings: Standing[];
  outcome: Outcome;
  ended: [number, Entry] | null;
  title: string | null;
  note: string;
  new_rules: NewRules[];
  last: [number, Entry] | null;
  version: number;
  undone: number[];
}

interface StepNumber {
  number: number;
  x: number;
}

interface StillCounting {
  seat: number;
  name: string;
}

interface Switched {
  rule: HouseRule;
  was: Choice;
  now: Choice;
}

interface TableView {
  round: RoundFigures;
  seats: SeatAtTable[];
  many: boolean;
  most: boolean;
  hero: "" | "of_all" | "stairs" | "wild";
  of_all: true | number | null;
  stairs: Stairs | null;
  is_over: boolean;
  all_counted: boolean;
  may_score: boolean;
  undo: LastStep | null;
  title: string;
  outcome: OutcomeView | null;
  version: number;
}

interface Titled {
  kind: "titled";
  title: string;
}

interface TookBack {
  kind: "took_back";
  seat: Seat;
}

interface Walk {
  tabs: HandTab[];
  next: "done" | "next" | "review";
  next_name: string;
  may_write: boolean;
  is_mine: boolean;
  has_own_page: boolean;
}

interface WentOut {
  kind: "went_out";
  seat: Seat | null;
  went_rummy?: boolean;
}

interface Why {
  code: "finished_first" | "fewest_of_two" | "fewest_of_more" | "lowest_total" | "won_playoff" | "shared" | "shared_by_points" | "shared_and_none_went_out" | "went_out" | "playoff_needed" | "others_left" | "all_left" | "before_that_round" | "lowest_after_last_round" | "highest_after_last_round" | "shared_after_last_round" | "lowest_at_limit" | "reached_target" | "shared_at_limit" | "ended" | "ended_because" | "came_furthest" | "fewest_as_far" | "shared_as_far" | "fewest_as_it_stands" | "most_as_it_stands" | "shared_as_it_stands";
}

interface WonView {
  title: string;
  rounds: number;
  winners: string[];
  in_colour_of: number | null;
  has_long_winner: boolean;
  outcome: OutcomeView | null;
  contracts_first: boolean;
  ranks: Rank[];
  undo: LastStep | null;
}
