// Types of static/js/rules, beyond those of the fold.

type Events = import("../rules/fold/events.js").Events;
type Draft = Events["draft"];
type Seating = import("../rules/fold/order.js").Seating;
type Table = import("../rules/fold/table.js").Table;
type Tally = import("../rules/fold/standings.js").Tally;

type Drop = NonNullable<Dropped["drop"]>;
type Ending = NonNullable<RoundPlay["ending"]>;
type CountedPart = "melded" | "held";
type Closed = "out" | "rummy" | Ending;
type MissingPart = Obstacle["missing"];
type WithPack = Pick<Ruleset, "pack">;
type WithDecks = Pick<Deal, "decks">;
type WithEnd = Pick<Ruleset, "end">;
type MovingWild = Pick<Ruleset, "draws_wild" | "card_values_for">;

// The parts of a round by which a hand is counted.
type CountedPlay = Pick<RoundPlay, "hands" | "melded" | "went_out" | "ending" | "drops" | "partners">;

// A scoring scheme (rules/judging/schemes).
interface Scheme {
  terms(hands: BySeat<number[]>, played: Played): BySeat<number[]>;
  handScore(worth: number, played: Played, seat: Seat): number;
  parts(values: CardClass[], hand: Hand, melded: Hand): number[];
  missing(hand: Hand, melded?: Hand): MissingPart | null;
  countsDeadwood?: boolean;
  isZeroSum?: boolean;
  paysKnocks?: boolean;
  onlyPoints?: boolean;
  meldsScore?: boolean;
}

// The possible sizes of a hand (rules/judging/hand_sizes.js).
type HandSizes = ReturnType<typeof import("../rules/judging/hand_sizes.js").sizesOf>;
// Cards dealt, cards left by the contract, cards of each buy, and the possible numbers of buys.
interface SizesBy {
  dealt: number;
  left: number;
  each: number;
  counts: number[];
}

// A kind of entry, described in rules/fold/entries.js.
interface Kind<E> {
  isOfOpenRound?: boolean;
  goesBack?: boolean;
  apply(events: Events, entry: E, number: number): unknown;
  check?(fold: Fold, entry: E): void;
  checkAfter?(before: Fold, after: Fold, entry: E): void;
  isOutdated?(state: State, entry: E): boolean;
  settled?(fold: Fold, entry: E): E;
  unasked?(fold: Fold, entry: E): E;
  isNews?(state: State, entry: E): boolean;
}
type Checks = Required<Omit<Kind<Entry>, "isOfOpenRound" | "goesBack" | "apply">>;
type Answers = Pick<RoundScored, "accepted" | "not_asked">;
type WrittenRound = Pick<ScoredRound, "play" | "accepted" | "not_asked" | "corrected"> & {
  changes: number;
  unasked: Seat[];
  told_down: BySeat<boolean>;
  draft?: Draft;
};
type Ended = Pick<RoundPlay, "went_out" | "went_rummy" | "ending">;
type Results = Pick<Tally, "contracts" | "made" | "totals">;
// What happened before the round with this index.
type SeatMove = [index: number, seat: Seat];
type HandedOver = [rounds: number, seat: Seat, former: string];
