// What happened in a game: its log without what was undone, and the round that is open now:
// companion/rules/fold/events.py in the browser.
import { isBlank, sortedAnswers } from "../model/play.js";

// Those that were overridden, and those that nobody was asked about, which are in the log only where there are any.
const answersTo = ({ accepted, not_asked: notAsked = [] }) => ({
  accepted: sortedAnswers(accepted),
  not_asked: sortedAnswers(notAsked),
});

// An adjustment of no points takes back the one before it: there is none.
const ofPoints = (adjustments) => Object.fromEntries(Object.entries(adjustments).filter(([, { points }]) => points));
const inOrder = (seats) => [...seats].sort((a, b) => a - b);

// The open round so far. `over` says that somebody answered who went out; `counted_at` is by seat the entry that last
// changed a hand; `marked` are the seats said to be down at the table.
class Draft {
  marked = new Set();
  went_out = null;
  over = false;
  went_rummy = false;
  counted = {};
  counted_at = {};
  adjusted = {};

  mark(seat, down, sequence) {
    this.marked[down ? "add" : "delete"](seat);
    if (!(seat in this.counted)) return;
    this.counted[seat] = { ...this.counted[seat], down };
    this.counted_at[seat] = sequence;
  }

  end(seat, wentRummy) {
    Object.assign(this, { went_out: seat, went_rummy: wentRummy, over: true });
    // An empty hand: what was counted was another's.
    if (seat in this.counted && !this.counted[seat].melded) delete this.counted[seat];
  }

  count(entry, sequence) {
    this.counted[entry.seat] = entry;
    this.counted_at[entry.seat] = sequence;
  }

  forget(seat) {
    this.marked.delete(seat);
    for (const said of [this.counted, this.counted_at, this.adjusted]) delete said[seat];
    if (this.went_out === seat) Object.assign(this, { went_out: null, over: false, went_rummy: false });
  }

  copy() {
    const { marked, counted, counted_at, adjusted } = this;
    const own = { counted: { ...counted }, counted_at: { ...counted_at }, adjusted: { ...adjusted } };
    return Object.assign(new Draft(), this, { marked: new Set(marked), ...own });
  }

  // The open round as a play; whoever went out is down, for nobody can go out otherwise.
  play() {
    const { marked, counted, went_out, went_rummy } = this;
    const said = (of) => Object.fromEntries(Object.entries(counted).filter(([, entry]) => of(entry)));
    const each = (rows, of) => Object.fromEntries(Object.entries(rows).map(([seat, entry]) => [seat, of(entry)]));
    const down = Object.keys(said((entry) => entry.down)).map(Number);
    const onlyMarked = [...marked].filter((seat) => !(seat in counted));
    return {
      laid_down: inOrder(new Set([...onlyMarked, ...down, ...(went_out === null ? [] : [went_out])])),
      went_out,
      hands: each(
        said(({ hand }) => !isBlank(hand)),
        ({ hand }) => hand,
      ),
      buys: each(
        said(({ buys }) => buys !== null),
        ({ buys }) => buys,
      ),
      adjustments: ofPoints(this.adjusted),
      melded: each(
        said(({ melded }) => melded),
        ({ melded }) => melded,
      ),
      went_rummy,
    };
  }
}

// What happened, in order. Who comes, goes, takes a seat over and deals stands at the index of the round.
export class Events {
  rounds = [];
  draft = new Draft();
  joined = [];
  left = [];
  returned = [];
  renamed = {};
  handed_over = [];
  order = [];
  dealers = {};
  new_rules = [];
  recounted = [];
  /** @type {Numbered | null} */ ended = null;
  /** @type {string | null} */ title = null;
  note = "";
  /** @type {Numbered | null} */ last = null;
  /** @type {number[]} */ undone = [];

  writeDown(doubts) {
    this.rounds.push({ play: this.draft.play(), ...answersTo(doubts), corrected: false });
    this.draft = new Draft();
  }

  // A written round was really like this; it may have been undone since.
  correct(number, play, doubts) {
    if (number < 1 || number > this.rounds.length) return;
    const right = { ...play, laid_down: inOrder(play.laid_down), adjustments: ofPoints(play.adjustments) };
    this.rounds[number - 1] = { play: right, ...answersTo(doubts), corrected: true };
  }

  changeRules(options, recounted) {
    this.new_rules.push({ before_round: this.rounds.length + 1, options });
    this.recounted = recounted;
  }

  // Up and down again with no round between is as if nobody had moved.
  move(seat, way, back) {
    const gone = back.findIndex(([index, other]) => index === this.rounds.length && other === seat);
    if (gone >= 0) back.splice(gone, 1);
    else way.push([this.rounds.length, seat]);
  }
}
