// Types of the places of the round's page, described in places/one_page.js.

type OnePage = ReturnType<typeof import("../places/one_page.js").makeOnePage>;
type Drawings = ReturnType<typeof import("../drawing/drawings.js").openDrawings>;
type Drawing = ReturnType<Drawings["draw"]>;
// A message by the name of its template, with its view model.
type Words = [] | [name: string, model: object];
type FormStep = (event: FormSubmit) => (() => unknown) | null;

// `found` are the numbers in its address.
interface Place {
  name: string;
  address: RegExp;
  model(...found: number[]): object;
  mayGo?(...found: number[]): boolean;
  step?: FormStep;
  heard?(own: boolean): unknown;
  opened?(...found: number[]): unknown;
  isLike?(...found: number[]): boolean;
  left?(): void;
  leadsTo?: undefined;
}
type Detour = Pick<Place, "name" | "address"> & { leadsTo(): string };
type MakePlace = (page: PlacePage) => Place | Detour;
// A place at its address.
interface Whereabouts {
  place: Place;
  found: number[];
  path: string;
}
// The arguments of places.
interface PlacePage {
  game: OpenGamePage;
  drawings: Drawings;
  go(path: string, ...words: Words): void;
  home(): string;
  leave(path: string): Promise<boolean>;
  leaveWith(path: string, fields: Fields): Promise<boolean>;
  isAt(path: string): boolean;
  tap(entries: Entry[], round?: number | null): boolean;
  draw(own: boolean): Promise<void>;
  questions(): Node[];
  redrawn(): Element[] | null;
  said(name: string, model: object): Node[];
  reply(name?: string): void;
  say(...words: Words): void;
}

// The form of a hand, its parts and their keys (places/hand).
type TypedHand = ReturnType<typeof import("../places/hand/typed_hand.js").typedHand>;
type HandPart = ReturnType<typeof import("../places/hand/part.js").makePart>;
type Stepper = ReturnType<typeof import("../places/hand/stepper.js").makeStepper>;
type OpenHand = ReturnType<typeof import("../places/hand/counting.js").openHand>;
type HandForm = WithData<string, WithFields<{ version: HTMLInputElement; csrf_token: HTMLInputElement }>>;
interface Key {
  box: HTMLElement;
  value: number;
  by_count?: number[];
  field: HTMLInputElement;
  name: string;
}
// Which phone counts which hand, and wrote which entry.
interface Phones {
  counting: Seat[];
  seat: Seat | null;
  isOther(number: number): boolean;
}
type Say = (name: string, model: object) => Node[];
// The form of a displayed hand, and what it was drawn from.
interface Stood {
  form?: HandForm;
  from?: unknown[];
}
type PartFields = { counts: string[]; total: string };
// The print version of a sheet, drawn from this version of the log (places/sheet.js).
interface Paper {
  of: number;
  parts: Element[];
}
// One of two phones' answers to who went out (places/two_out.js).
interface Claim {
  whose: "mine" | "theirs";
  said: Entry;
  other: Entry;
  rests: Command[];
  by: string;
  at?: number;
}
// A stored count as the form has it (views/hand_form.js).
type HandFields = ReturnType<typeof import("../views/hand_form.js").countedSoFar>;
