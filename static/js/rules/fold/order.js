// The order of seats and turns, with players who join and leave; twin of companion/rules/fold/order.py.

// The takeovers of seats: companion/rules/fold/order.py in the browser.

// Those that divide rounds: no former player who had the seat for no round, or who took it back before the next one.
/** @param {HandedOver[]} handedOver @param {string[]} names @param {BySeat<number>} joined @returns {Takeover[]} */
export function takeoversOf(handedOver, names, joined) {
  /** @type {Takeover[]} */
  const found = [];
  for (const [rounds, seat, former] of handedOver) {
    const since = found.findLast((takeover) => takeover.seat === seat)?.to_round ?? 0;
    if (rounds > Math.max(since, (joined[seat] ?? 1) - 1)) found.push({ seat, former, to_round: rounds });
  }
  const following = [...names];
  /** @param {Takeover} takeover */
  const isKept = ({ seat, former }) => {
    const next = following[seat];
    following[seat] = former;
    return next !== undefined && next !== former;
  };
  return found.reverse().filter(isKept).reverse();
}

// The players at the table between two rounds, by seat, with those who have left. `order` is every seat clockwise;
// `left` and `joined` are the rounds of leaving and joining, by seat.
export class Seating {
  /** @type {BySeat<number>} */ joined = {};
  /** @type {BySeat<number>} */ left = {};
  /** @type {State["returns"]} */ returns = [];
  /** @type {BySeat<Seat | null>} */ before = {};
  /** @type {Seat[]} */ said = [];
  /** @type {Seat[]} */ order = [];

  /** @param {string[]} names @param {Ruleset["direction"]} direction */
  constructor(names, direction) {
    this.names = [...names];
    this.direction = direction;
    this.reorder([]);
  }

  get active() {
    return this.order.filter((seat) => !(seat in this.left));
  }

  // The given order; a later player comes just before the seat that they chose, or last.
  /** @param {Seat[]} said */
  reorder(said) {
    this.said = said;
    this.order = said.filter((seat) => seat < this.names.length);
    for (const seat of this.names.keys()) {
      if (this.order.includes(seat)) continue;
      const place = this.order.indexOf(/** @type {Seat} */ (this.before[seat]));
      this.order.splice(place < 0 ? this.order.length : place, 0, seat);
    }
  }

  /** @param {string} name @param {Seat | null} before @param {number} firstRound */
  add(name, before, firstRound) {
    const seat = this.names.push(name) - 1;
    this.joined[seat] = firstRound;
    this.before[seat] = before;
    this.reorder(this.said);
  }

  /** @param {Seat} seat @param {number} rounds */
  letGo(seat, rounds) {
    if (seat < this.names.length) this.left[seat] ??= rounds;
  }

  /** @param {Seat} seat @param {number} firstRound @param {number} total */
  takeBack(seat, firstRound, total) {
    this.returns.push({ seat, left_after: this.left[seat], back_before: firstRound, total });
    delete this.left[seat];
  }

  // The next of these players in the direction of play; the seat once everybody has left.
  /** @param {Seat} seat @param {Seat[]} players */
  after(seat, players) {
    const turn = this.direction === "right" ? [...this.order].reverse() : this.order;
    const start = turn.indexOf(seat) + 1;
    return [...turn.slice(start), ...turn.slice(0, start)].find((next) => players.includes(next)) ?? seat;
  }
}
