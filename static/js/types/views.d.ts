// Types of static/js/views, beyond the view models of Python.

type Folded = Pick<Fold, "ruleset" | "state">;
// The end of a game, in the colour of its first winner: what the sheet says of it, too.
type WonView = Pick<
  SheetView,
  | "title"
  | "rounds"
  | "winners"
  | "has_long_winner"
  | "sharers"
  | "many_share"
  | "outcome"
  | "contracts_first"
  | "ranks"
  | "undo"
> & { in_colour_of: Seat | null };
type OpenState = State & { open: OpenRound };
// What a page knows beside the fold: `counting` are the hands that other phones have open, `now` is in minutes since 1970.
interface AtPage {
  mayScore?: boolean;
  counting?: Seat[];
  title?: string;
  now?: number;
}
// How to count a hand: the expected hand (views/hand_form.js).
type ExpectedHand = ReturnType<typeof import("../views/hand_form.js").expectedHand>;
type BlankParts = Part["code"][];
// Pairs of a field of a form and its value.
type FormValues = (string | number)[][];
interface CountedCards {
  counts: string[];
  total: string;
}
// A hand to type into a form.
type TypedCount = Partial<Pick<HandCounted, "melded" | "buys">> & Pick<HandCounted, "hand" | "down">;
// With the phone that counts each hand, which places/review.js adds.
type ReviewHere = ReviewView & { counting: (StillCounting & { phone?: { words: string } })[] };
// A round under review, as it would be scored.
interface Reviewed {
  state: State;
  played: Played;
  scored: ScoredRound;
  sums: BySeat<string>;
  asked: Question[];
  obstacle: Obstacle | null;
}
// The open round of a table with its players to draw.
interface Around {
  ruleset: Ruleset;
  state: State;
  open: OpenRound;
  counting: Seat[];
  mayScore: boolean;
  canSay: boolean;
  ahead: Seat[];
}
// A walk round the table at this seat.
interface WalkAt {
  ruleset: Ruleset;
  open: OpenRound;
  names: string[];
  seat: Seat;
  counting: Seat[];
  countedHere: boolean;
}
interface TabStands {
  open: OpenRound;
  seat: Seat;
  counting: Seat[];
  countsHere: boolean;
  isDone: boolean;
}
interface KnownSizes {
  sizes: HandSizes | null;
  most: number;
  mostLeft: number | null;
  downIsOut: boolean;
  isDown: boolean;
}
// The notes of a sheet in the browser: of a change of rules only which one, because only the server has their texts.
type SheetNote = Omit<Note, "switched"> & { change?: number };
// The codes of decision tables by name, and their rows: the facts that must hold, and the code.
interface Decided {
  why: Why["code"];
  limit: Sizes["limit"];
  note_of_doubt: "overridden" | "not_asked" | "";
  doubted: Row["doubted"];
}
type Decisions = { [Name in keyof Decided]: [facts: Record<string, unknown>, code: Decided[Name]][] };
