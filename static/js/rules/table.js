// The table between two rounds, while a log is folded: companion/rules/table.py, order.py and tally.py in the browser.
import { bySeat, handOf, inCardClasses, isBlank, isVoid, roundPoints } from "./cards.js";
import { isOver, lowWins, onceTiedHaveLeft, outcomeAfter, outcomeOf } from "./standings.js";

const at = (byRound, number) => byRound[Math.min(number, byRound.length) - 1];

// `round` is the index of the round about to be dealt, `number` its number in the plan of the game: a void round is dealt
// again. `names`, `contracts`, `made` and `totals` go by seat; `left` and `joined` are by seat the rounds of going and coming.
export class Table {
  /** @type {number[]} */ contracts = [];
  /** @type {number[]} */ made = [];
  /** @type {number[]} */ totals = [];
  /** @type {BySeat<number>} */ joined = {};
  /** @type {BySeat<number>} */ left = {};
  /** @type {State["returns"]} */ returns = [];
  /** @type {BySeat<Seat | null>} */ before = {};
  /** @type {Seat[]} */ order = [];
  round = 0;
  number = 1;
  /** @type {{ dealer: Seat, again: boolean } | null} */ dealt = null;
  outcome = outcomeOf();

  /** @param {Ruleset} ruleset @param {Seats} seats @param {any} events */
  constructor(ruleset, seats, events) {
    this.ruleset = ruleset;
    this.events = events;
    this.names = [...seats.names];
    this.dealer = seats.first_dealer;
    for (const _ of this.names) this.count(1, 0);
    this.reorder();
  }

  // The same table, after something that moved nobody at it.
  with(events) {
    return Object.assign(Object.create(Table.prototype), this, { events });
  }

  get active() {
    return this.order.filter((seat) => !(seat in this.left));
  }

  // Seat who comes before the next round, and settle who deals it.
  getReady() {
    const { dealt, events } = this;
    if (dealt) this.round += 1;
    if (dealt && !dealt.again) this.number += 1;
    this.seatComersAndGoers();
    // The deal passes to whoever sits next to the dealer by now, be it a newcomer.
    if (dealt) this.dealer = dealt.again ? dealt.dealer : this.after(dealt.dealer, this.active);
    this.dealer = events.dealers[this.round] ?? this.dealer;
    if (this.dealer in this.left) this.dealer = this.after(this.dealer, this.active);
  }

  // What the next round starts from, once the table is ready.
  deal() {
    const { ruleset, outcome, order, active, number } = this;
    const tied = outcome.code === "playoff_needed" ? order.filter((seat) => outcome.tied.includes(seat)) : [];
    const players = tied.length ? tied : active;
    const row = ruleset.decks.find(({ up_to }) => players.length <= up_to) ?? ruleset.decks[ruleset.decks.length - 1];
    const cards = row.cards_dealt ?? at(ruleset.cards_dealt, number);
    const dealer = players.includes(this.dealer) ? this.dealer : this.after(this.dealer, players);
    return {
      number: this.round + 1,
      planned: number,
      dealer,
      leads: this.after(dealer, players),
      players,
      contracts: this.contractsOf(players, tied.length > 0),
      cards,
      decks: { decks: row.decks, jokers: row.jokers },
      values: ruleset.card_values_for[cards] ?? ruleset.card_values,
      scoring: ruleset.scoring,
      playoff: tied.length > 0,
    };
  }

  // Score the next round, once all has happened that came before it was written.
  score({ play, corrected, ...doubts }) {
    this.getReady();
    const played = this.played(this.deal(), play);
    const counted = !isOver(this.outcome) && isOfThisDeal(played);
    const [points, made] = this.brings(played, counted);
    const again = isVoid(played);
    this.dealt = { dealer: played.deal.dealer, again };
    const nextContracts = this.nextContracts(this.number + (again ? 0 : 1));
    return {
      ...{ deal: played.deal, play: played.play, made, points, totals: { ...this.totals } },
      ...{ next_contracts: { ...nextContracts }, ...doubts, void: again, counted, corrected },
    };
  }

  // A round as the rules in force read it, whatever it was counted by.
  played(deal, play) {
    const { ruleset, events } = this;
    const read = events.new_rules.length ? inCardClasses(ruleset, play, deal, events.recounted) : play;
    return { ruleset, deal, play: read };
  }

  // What everybody goes for in this round of the plan.
  nextContracts(number) {
    const { ruleset, contracts } = this;
    const isNone = isOver(this.outcome) || ruleset.advancing === "none";
    return contracts.map((on) => {
      const upcoming = ruleset.advancing === "round" ? number : on;
      return isNone || upcoming > ruleset.contracts.length ? null : upcoming;
    });
  }

  brings(played, counted) {
    const { deal, play } = played;
    const scores = counted && !deal.playoff && !isVoid(played);
    const made = scores ? play.laid_down.filter((seat) => seat in deal.contracts) : [];
    const points = isVoid(played) ? bySeat(deal.players, () => 0) : roundPoints(played);
    if (counted) {
      for (const seat of deal.players) this.totals[seat] += points[seat];
      for (const seat of made) this.contracts[seat] += 1;
      for (const seat of made) this.made[seat] += 1;
      if (!isVoid(played)) this.outcome = outcomeAfter(played, made, this.totals, points);
    }
    return [points, made];
  }

  contractsOf(players, isPlayoff) {
    const { advancing, contracts } = this.ruleset;
    const on = (seat) => (advancing === "round" ? this.number : isPlayoff ? contracts.length : this.contracts[seat]);
    return advancing === "none" ? {} : bySeat(players, (seat) => Math.min(on(seat), contracts.length));
  }

  // Who leaves, then who comes back, then who is new, in whatever order it was said.
  seatComersAndGoers() {
    const now = ([index]) => index === this.round;
    if (!this.dealt) this.reorder(); // until the first round people may change places
    this.letGo();
    const stayed = this.active;
    for (const [, seat] of this.events.returned.filter(now)) if (seat in this.left) this.takeBack(seat, stayed);
    const atTheTable = this.active;
    for (const [, newcomer] of this.events.joined.filter(now)) this.add(newcomer, atTheTable);
    this.letGo(); // somebody may have sat down and got up again
    this.outcome = onceTiedHaveLeft(this.ruleset, this.outcome, this.left, this.round);
  }

  letGo() {
    for (const [index, seat] of this.events.left) {
      if (index === this.round && seat < this.names.length) this.left[seat] ??= this.round;
    }
  }

  // Who missed rounds keeps the contracts made, and must not gain by points not taken.
  takeBack(seat, stayed) {
    if (this.startsFair) this.totals[seat] = this.worstTotal([seat, ...stayed]);
    const total = this.totals[seat];
    this.returns.push({ seat, left_after: this.left[seat], back_before: this.round + 1, total });
    delete this.left[seat];
  }

  // By default a newcomer never has an advantage over any of these.
  add({ name, before }, others) {
    const seat = this.names.push(name) - 1;
    this.joined[seat] = this.round + 1;
    this.before[seat] = before;
    const isFair = this.startsFair && others.length > 0;
    this.count(isFair ? Math.min(...others.map((other) => this.contracts[other])) : 1, isFair ? this.worstTotal(others) : 0);
    this.reorder();
  }

  get startsFair() {
    return this.ruleset.joining !== "start_at_one";
  }

  worstTotal(seats) {
    return (lowWins(this.ruleset) ? Math.max : Math.min)(...seats.map((seat) => this.totals[seat]));
  }

  count(contract, total) {
    this.contracts.push(contract);
    this.made.push(0);
    this.totals.push(total);
  }

  // Every seat clockwise: as was said, and whoever sat down since just before the seat that they named, or last.
  reorder() {
    this.order = this.events.order.filter((seat) => seat < this.names.length);
    for (const seat of this.names.keys()) {
      if (this.order.includes(seat)) continue;
      const place = this.order.indexOf(/** @type {Seat} */ (this.before[seat]));
      this.order.splice(place < 0 ? this.order.length : place, 0, seat);
    }
  }

  // The next of these players in the direction of play; the seat once everybody has left.
  after(seat, players) {
    const turn = this.ruleset.direction === "right" ? [...this.order].reverse() : this.order;
    const start = turn.indexOf(seat) + 1;
    return [...turn.slice(start), ...turn.slice(0, start)].find((next) => players.includes(next)) ?? seat;
  }
}

// A correction may put a play-off where a round is due, or a round where a play-off is.
function isOfThisDeal(played) {
  const { deal, play } = played;
  if (!deal.playoff) return isVoid(played) || !deal.players.some((seat) => isBlank(handOf(play, seat)));
  return [...play.laid_down, ...Object.keys(play.hands).map(Number)].every((seat) => deal.players.includes(seat));
}
