// The takeovers of seats: companion/rules/fold/order.py in the browser.

// Those that divide rounds: no former player who had the seat for no round, or who took it back before the next one.
/** @param {HandedOver[]} handedOver @param {string[]} names @param {BySeat<number>} joined @returns {Takeover[]} */
export function takeoversOf(handedOver, names, joined) {
  /** @type {Takeover[]} */
  const found = [];
  for (const [rounds, seat, former] of handedOver) {
    const since = found.findLast((one) => one.seat === seat)?.to_round ?? 0;
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
