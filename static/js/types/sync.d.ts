// Types of commands on their way to the server, beyond those of the fold.

interface GameEvents {
  addEventListener(
    type: "change",
    listener: (event: CustomEvent<{ own: boolean }>) => void,
    options?: AddEventListenerOptions,
  ): void;
  addEventListener(
    type: "question",
    listener: (event: CustomEvent<WaitingQuestion>) => void,
    options?: AddEventListenerOptions,
  ): void;
}
type OpenGamePage = GameEvents & NonNullable<Awaited<ReturnType<typeof import("../sync/game.js").openGame>>>;
type Outbox<Row extends OutboxRow = Command> = Awaited<ReturnType<typeof import("../sync/outbox.js").openOutbox<Row>>>;
// What sync/outbox.js adds to a row, whatever is in it; no `order` before it is stored.
interface OutboxRow {
  tap: string;
  order?: number;
  changes: number;
  game?: string;
  isFirst?: boolean;
}

// The entry of a waiting command that an undo takes back.
type Target = [tap: string, which: number, kind?: string];
type Owner = [tap: string, which: number];
interface TappedEntry extends Entry {
  of?: Target;
}
// A waiting command, described in sync/rebase.js and sync/restored_book.js.
interface Command extends OutboxRow {
  seen: number;
  seated?: Record<string, string>;
  round: number | null;
  entries: TappedEntry[];
  settled: Entry[];
  rests: RoundPlay | null;
  made: number;
  asked?: Asked | null;
  under?: string | null;
  goneOn?: boolean;
  isApart?: boolean;
  isUntimed?: boolean;
  lost?: string | null;
  number?: number;
  basis?: { seen: number; names: Record<string, string> };
}
// As stored by an earlier version (sync/moved_seats.js).
type OlderCommand = Command & { knows?: number; newcomers?: string[] };
// sync/moved_seats.js
type KeysOf = (number: number) => string[];
type People = string[][][];
interface Tap {
  entries: Entry[];
  round?: number | null;
  seen?: number;
  unasked?: boolean;
}
type Settled = Pick<Command, "tap"> & Partial<Pick<Command, "settled">>;
// The immediate answer to a tap.
interface TapAnswer {
  kept?: boolean;
  waits?: boolean;
  conflict?: string;
  doubts?: Doubt[];
  refused?: string;
  seat?: Seat | null;
  numbers?: Record<string, number>;
  card?: string | null;
  missing?: string;
}

type WholeTap = Required<Tap>;
// Whether to go on with a command, which leads from the fold before it to the one after it; null if it does not fit.
type IsTaken = (command: Command, before: Fold, after: Fold | null) => boolean;
type Tapped = { answer: TapAnswer; after?: undefined; command?: undefined } | TappedHere;
type TappedHere = { after: Fold; command: Command; answer?: undefined };
// The log with commands on top, and whose entries these are.
interface OnTop {
  fold: Fold;
  owners: Owner[];
}

// The question of the server about a command.
interface Asked {
  status: string;
  code: string;
  sentence: string;
  doubts?: Doubt[];
  by?: string;
  at?: number;
}
type CommandAnswer = Partial<Asked> & { tap: string; status: string; numbers?: number[]; others?: number[] };
type KeptAnswer = CommandAnswer & { numbers: number[] };
// The question to the user about a command, with those that depend on it (sync/answers.js).
interface WaitingQuestion extends Asked {
  tap: string;
  canKeep: boolean;
  matter: Matter;
  commands: Command[];
  theirs: Entry[];
}
interface TwoOut {
  kind: "two_out";
  mine: Entry;
  theirs: Entry;
  sequence: number;
  number?: undefined;
}
interface LateRound {
  number: number;
  scored: ScoredRound;
  mine: RoundPlay;
  isWhole: boolean;
  accepted: Answer[];
  commands: Command[];
}
interface TwoRounds extends LateRound {
  kind: "two_rounds";
}
type Matter = TwoOut | TwoRounds | { kind: "other"; number?: undefined };
// Of a list of commands without a question.
type NoMatter = { kind?: undefined; number?: undefined };
// The entry of a command as the log would store it, and the entry of the log that it takes back.
interface TappedIn {
  entry: Entry;
  command: Command;
  undoes: Entry | null;
}
type PlayNow = RoundPlay & { down: Set<Seat>; drops: NonNullable<RoundPlay["drops"]> };
// The effect of a kind of entry on a round that others have written (sync/conflict.js); `down` is a set there.
interface InARound {
  isOfPlayer?: boolean;
  apply?(now: PlayNow, entry: Entry): void;
  undo?(now: PlayNow, entry: Entry): void;
  goesBack(play: RoundPlay, entry: Entry): boolean;
}
// The answers to a kind of question, by name.
interface Choices<Subject extends Matter> {
  [choice: string]: (log: Fold, commands: Command[], matter: Subject) => Partial<Fate>;
}
interface Fate {
  writes: Entry[];
  round: number | null;
  done: Command[];
  leftOut: Command[];
  asks: Command[];
  goesOn: Command[];
}
// A line of a list of commands.
type TapLine = ReturnType<typeof import("../sync/conflict.js").linesOf>[number];
type SetAside = Asked & { lines: TapLine[] | null; matter: Matter | NoMatter };
interface LeftOutRecord {
  id: string;
  at: number;
  round: number | null;
  lines: TapLine[] | null;
  commands: Command[];
  asked: Asked;
}

// A line of the log; only phones that may score get `name`, and `tap` is of this phone.
interface LogLine {
  number: number;
  entry: Entry;
  here: boolean;
  name: string;
  tap?: string;
}
interface PhoneAtHand {
  seat: Seat;
  words: string;
  own: boolean;
}
// The book and the place in it that a log was read from.
interface LogPosition {
  mark: string;
  book: string;
  at: number;
}
// Why the server did not accept a batch.
interface Refusal {
  code?: string;
  sentence?: string;
}
// A response of the server: the tail of the log, or `stray` if it has another log than this page.
interface Told extends Partial<LogPosition> {
  version?: number;
  ruleset?: Ruleset;
  entries?: LogLine[];
  answers?: CommandAnswer[];
  phones?: PhoneAtHand[];
  stray?: string;
}
interface LogAnswer {
  answer: Response;
  told: Told | null;
}
// The whole log of the server.
type WholeLog = LogPosition & { ruleset: Ruleset; entries: LogLine[]; trouble?: undefined };
interface Log {
  entries: Entry[];
  names: string[];
  ruleset: Ruleset;
}
interface Described {
  lines?: { index: number; words: string }[];
}
// A log here and the whole one of the server, with the length of their common prefix (sync/restored_book.js).
interface TwoLogs {
  ours: Log;
  told: WholeLog;
  theirs: string[];
  since: number;
  rebase: (command: Command) => Command;
  seats: Seats;
}
// The log as cached on this phone (sync/offline_copy.js).
interface LogCopy extends LogPosition {
  entries: Entry[];
  others: number[];
  ruleset: Ruleset;
  names: string;
  heard?: number;
}
// What a page carries of its game.
interface GameData extends LogCopy {
  link: string;
  log: string;
  live: string;
  key: string | null;
  seat: Seat | null;
  seats: Seats;
  may_score: boolean;
  phones: PhoneAtHand[];
  made?: number;
  start?: StartRequest;
  restart?: StartRequest & { made: number };
}
// The same of an open page.
type GameNow = Pick<OpenGamePage, "log" | "entries" | "others" | "ruleset" | "names" | "mark" | "book" | "at">;
type StartHere = Awaited<ReturnType<typeof import("../sync/start_game.js").startOf>> | null;
type Trouble = string | null;
// What the sender and the follower of the tail need of a game.
interface Listener {
  position(): { after: number; mark: string; book: string };
  isLacking(answer: Response): boolean;
  hear(told: Told, sent?: Map<string, string>): Promise<unknown>;
  say(trouble: Trouble): void;
  isThere(): boolean;
}
type Pauses = typeof import("../sync/requests.js").PAUSES;

interface StartRequest {
  to: string;
  key: string;
  rules: string;
  dealer?: Seat;
  title?: string;
}
// A game that this phone has started, and the server may not know yet (sync/start_game.js).
interface Start extends OutboxRow {
  table: string;
  start: StartRequest & { dealer: Seat };
  names: string[];
  rules?: string;
  round?: number;
  made: number;
  changed?: number;
  sent?: boolean;
  refused?: string | null;
  moving?: string | null;
}
// A start again of a lost game; `dealt` is by the clock of the server.
type Restart = StartRequest & { made?: number; dealt?: number };
interface SendingStarts {
  link?: string; // of this page
  say?: (one: Start, trouble: string) => void;
  look: () => void;
  moved?: (one: { tap: string; table: string }) => void;
}
