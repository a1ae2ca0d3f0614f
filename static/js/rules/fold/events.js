// The events of a game: its log without undone entries, and the open round; twin of companion/rules/fold/events.py.
import { bySeat, seatsOf } from "../model/cards.js";
import { isBlank, sortedAnswers } from "../model/play.js";

// The doubts that were overridden, and those that nobody was asked about, which the log has only if there are any.
/** @param {Answers} answers */
const answersTo = ({ accepted, not_asked: notAsked = [] }) => ({
  accepted: sortedAnswers(accepted),
  not_asked: sortedAnswers(notAsked),
});

// An adjustment of 0 points removes the previous one.
/** @param {BySeat<Adjustment>} adjustments @returns {BySeat<Adjustment>} */
const ofPoints = (adjustments) => Object.fromEntries(Object.entries(adjustments).filter(([, { points }]) => points));
/** @param {Iterable<Seat>} seats */
const inOrder = (seats) => [...seats].sort((a, b) => a - b);

// The open round so far. `over`: the question who went out was answered; `counted_at`: the entry that last changed a
// hand, by seat; `marked`: the seats marked as down at the table; `melds`: the melds of this round, by seat; `drops`:
// who gave the round up, by seat; `turned_up`: the rank of the card turned up.
class Draft {
  /** @type {Set<Seat>} */
  marked = new Set();
  /** @type {Seat | null} */
  went_out = null;
  over = false;
  went_rummy = false;
  /** @type {Ending | null} */
  ending = null;
  /** @type {BySeat<HandCounted>} */
  counted = {};
  /** @type {BySeat<number>} */
  counted_at = {};
  /** @type {BySeat<Adjustment>} */
  adjusted = {};
  /** @type {BySeat<LaidMeld[]>} */
  melds = {};
  /** @type {BySeat<Drop>} */
  drops = {};
  /** @type {string | null} */ turned_up = null;
  /** @type {BySeat<boolean>} */ told_down = {};
  /** @type {Seat[]} */ lost = []; // lives
  // As it was when a correction or other house rules may have dealt others in.
  /** @type {Partial<Draft> | null} */ before = null;

  /** @param {Seat} seat @param {boolean} down @param {number} sequence */
  mark(seat, down, sequence) {
    delete this.told_down[seat];
    this.marked[down ? "add" : "delete"](seat);
    if (down && this.counted[seat]?.unopened) delete this.counted[seat];
    if (!(seat in this.counted)) return;
    this.counted[seat] = { ...this.counted[seat], down };
    this.counted_at[seat] = sequence;
  }

  /** @param {Seat} seat @param {LaidMeld} meld */
  meld(seat, meld) {
    this.melds[seat] = [...(this.melds[seat] ?? []), meld];
  }

  /** @param {Seat | null} seat @param {boolean} wentRummy @param {Ending | null} ending */
  end(seat, wentRummy, ending) {
    Object.assign(this, { went_out: seat, went_rummy: wentRummy, ending, over: true });
    // The hand is empty: the count was of another player.
    if (seat !== null && ending !== "knock" && seat in this.counted && !this.counted[seat].melded)
      delete this.counted[seat];
  }

  /** @param {Seat} seat @param {Drop | null} drop */
  drop(seat, drop) {
    if (drop === null) return void delete this.drops[seat];
    this.drops[seat] = drop;
    delete this.counted[seat];
    if (drop !== "wrong" || this.went_out !== seat) return;
    Object.assign(this, { counted: {}, counted_at: {} }); // other cards will be left
    this.resume();
  }

  resume() {
    Object.assign(this, { went_out: null, over: false, went_rummy: false, ending: null });
  }

  /** @param {HandCounted} entry @param {number} sequence */
  count(entry, sequence) {
    delete this.told_down[entry.seat];
    this.counted[entry.seat] = entry;
    this.counted_at[entry.seat] = sequence;
  }

  // The players with a counted hand of whom nobody was asked whether they are down.
  get unasked() {
    return seatsOf(this.counted).filter(
      (seat) => this.counted[seat].down === null && !isBlank(this.counted[seat].hand),
    );
  }

  // It did not matter so far who is down.
  unask() {
    this.counted = bySeat(seatsOf(this.counted), (seat) => ({
      ...this.counted[seat],
      down: this.counted[seat].down || null,
    }));
  }

  /** @param {Seat} seat */
  forget(seat) {
    this.marked.delete(seat);
    for (const said of [this.counted, this.counted_at, this.adjusted, this.melds, this.drops]) delete said[seat];
    if (this.went_out === seat) this.resume();
  }

  dealAnew() {
    this.before = structuredClone({ ...this, before: null });
  }

  // Whether nothing has been said of this player since others may have been dealt in.
  /** @param {Seat} seat */
  isLeftOver(seat) {
    return this.before !== null && saidOf(this, seat) === saidOf(/** @type {Draft} */ (this.before), seat);
  }

  copy() {
    return Object.assign(new Draft(), structuredClone({ ...this }));
  }

  // The open round as a play; the player who went out is down, because going out requires it.
  /** @returns {RoundPlay} */
  play() {
    const { marked, counted, went_out, went_rummy, ending, drops, turned_up } = this;
    // The parts of the counts that are not blank.
    /** @template T @param {(entry: HandCounted) => T | null} part @returns {BySeat<T>} */
    const parts = (part) => {
      const filled = seats.filter((seat) => part(counted[seat]) !== null);
      return bySeat(filled, (seat) => /** @type {T} */ (part(counted[seat])));
    };
    const seats = seatsOf(counted);
    const down = seats.filter((seat) => counted[seat].down);
    const onlyMarked = [...marked].filter((seat) => !(seat in counted));
    return {
      laid_down: inOrder(new Set([...onlyMarked, ...down, ...(went_out === null ? [] : [went_out])])),
      went_out,
      hands: {
        ...bySeat(this.lost, () => ({})),
        ...parts(({ hand, unopened }) => (unopened ? {} : isBlank(hand) ? null : hand)),
      },
      buys: parts(({ buys }) => buys),
      adjustments: ofPoints(this.adjusted),
      melded: parts(({ melded }) => melded ?? null),
      went_rummy,
      ...(ending ? { ending } : {}),
      ...(Object.keys(drops).length ? { drops: { ...drops } } : {}),
      ...(turned_up === null ? {} : { turned_up }),
    };
  }
}

/** @param {Draft} draft @param {Seat} seat */
const saidOf = ({ marked, went_out, counted, adjusted, melds, drops }, seat) =>
  JSON.stringify([marked.has(seat), seat === went_out, [counted, adjusted, melds, drops].map((said) => said[seat])]);

// All events in order. Joining, leaving, taking a seat over and dealing are listed by the index of the round.
export class Events {
  /** @type {WrittenRound[]} */
  rounds = [];
  draft = new Draft();
  /** @type {[index: number, entry: PlayerJoined][]} */
  joined = [];
  /** @type {SeatMove[]} */
  left = [];
  /** @type {SeatMove[]} */
  returned = [];
  /** @type {BySeat<string>} */
  renamed = {};
  /** @type {HandedOver[]} */
  handed_over = [];
  /** @type {Seat[]} */
  order = [];
  /** @type {Record<number, Seat>} */
  dealers = {};
  // The rounds whose deal passes to nobody who came before them.
  /** @type {number[]} */
  dealStays = [];
  // Who was dealt in to a round, or was not, other than by the totals.
  /** @type {Record<number, BySeat<boolean>>} */
  dealtIn = {};
  /** @type {NewRules[]} */
  new_rules = [];
  /** @type {RoundHand[]} */
  recounted = [];
  // For each change of house rules the rules before it, null if it does not say.
  /** @type {(RulesBefore | null)[]} */
  rules_before = [];
  /** @type {Numbered | null} */ ended = null;
  /** @type {number | null} */ end_time = null;
  /** @type {string | null} */ title = null;
  note = "";
  /** @type {Numbered | null} */ last = null;
  /** @type {number[]} */ undone = [];

  // The hands of those who `lost` lives stay blank.
  /** @param {Answers & { lost?: Seat[] }} doubts */
  writeDown({ lost = [], ...doubts }) {
    const { draft } = this;
    draft.lost = lost;
    const { unasked, told_down } = draft;
    this.rounds.push({ ...this.now(draft.play(), doubts), unasked, told_down, draft, corrected: false });
    this.draft = new Draft();
  }

  // Correct a written round, which may have been undone since; the player who went out is down.
  /** @param {number} number @param {RoundPlay} play @param {Answers} doubts */
  correct(number, play, doubts) {
    if (number < 1 || number > this.rounds.length) return;
    this.dropRecounts(number);
    const down = new Set([...play.laid_down, ...(play.went_out === null ? [] : [play.went_out])]);
    const right = { ...play, laid_down: inOrder(down), adjustments: ofPoints(play.adjustments) };
    this.rounds[number - 1] = { ...this.now(right, doubts), unasked: [], told_down: {}, corrected: true };
    this.draft.dealAnew();
  }

  /** @param {HandCounted} entry @param {number} sequence */
  count(entry, sequence) {
    this.dropRecounts(this.rounds.length + 1, entry.seat);
    this.draft.count(entry, sequence);
  }

  // Forget the recounts of a round, or of one player in it: they are counted again.
  /** @param {number} number @param {Seat} [seat] */
  dropRecounts(number, seat) {
    this.recounted = this.recounted.filter(
      (row) => row.number !== number || (seat !== undefined && row.seat !== seat),
    );
  }

  // A round as it is written now, by the rules after so many changes.
  /** @param {RoundPlay} play @param {Answers} doubts */
  now(play, doubts) {
    return { play, ...answersTo(doubts), changes: this.new_rules.length };
  }

  /** @param {RulesChanged} entry */
  changeRules({ options, retold, told_down: told = [], rules_before: before = null }) {
    this.new_rules.push({ before_round: this.rounds.length + 1, options });
    this.recounted = retold;
    for (const row of told) this.tellDown(row);
    this.rules_before.push(before);
    if (before && !before.asked_down) this.draft.unask();
    this.draft.dealAnew();
  }

  // Store an answer; a later count of the hand, or a correction of the round, replaces it.
  /** @param {RoundDown} row */
  tellDown({ number, seat, down }) {
    const written = this.rounds[number - 1];
    if (written) this.rounds[number - 1] = { ...written, told_down: { ...written.told_down, [seat]: down } };
    else this.draft.told_down[seat] = down;
  }

  // The rules by which a round was written; undefined if they are those in force, or not known.
  /** @param {Pick<WrittenRound, "changes">} written */
  rulesOf({ changes }) {
    return this.rules_before.slice(changes).find(Boolean);
  }

  // The cost of a return by the last rules before a change that allowed one.
  get returnCosts() {
    return this.rules_before.findLast((rules) => (rules?.return_costs ?? null) !== null)?.return_costs;
  }

  // Leaving and returning with no round between has no effect.
  /** @param {Seat} seat @param {SeatMove[]} way @param {SeatMove[]} back */
  move(seat, way, back) {
    const gone = back.findIndex(([index, other]) => index === this.rounds.length && other === seat);
    if (gone >= 0) back.splice(gone, 1);
    else way.push([this.rounds.length, seat]);
  }
}
