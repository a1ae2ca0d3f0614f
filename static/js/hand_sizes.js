// How many cards a hand can have: companion/rules/hand_sizes.py in the browser, which has the last word.
// `said` is how often somebody said that the player bought, null where nobody did.

export function handSizes(figures) {
  const [dealt, left, each, mostBuys] = ["dealt", "left", "each", "mostBuys"].map((name) => Number(figures[name]));
  const whole = (buys) => dealt + each * buys;
  const shown = (cards) => {
    const buys = each ? (cards - dealt) / each : cards - dealt;
    return Number.isInteger(buys) && buys >= 0 && buys <= mostBuys ? buys : null;
  };

  // The smallest whole hand that so many cards belong to.
  function held(cards, said) {
    if (said !== null || !each) return whole(said ?? 0);
    return whole(Math.min(mostBuys, Math.max(0, Math.ceil((cards - dealt) / each))));
  }

  // What "the other n" fill a hand to; null where it cannot be larger.
  function fill(cards, said) {
    const next = held(cards + 1, said);
    return next > cards ? next : null;
  }

  const ifDown = (said) => Math.max(0, left + each * (said ?? 0));

  // The most that is left after the contract, with no more buys than were said, or than it takes.
  function likely(said) {
    if (said !== null) return Math.max(0, left + each * said);
    if (left > 0 || !each) return Math.max(0, left);
    return Math.max(0, left + each * Math.min(mostBuys, Math.floor(-left / each) + 1));
  }

  // A whole hand: not down. No more than the contract leaves: down. Else the cards leave it open.
  function down(cards, said) {
    const couldBeDown = cards > 0 && cards <= likely(said);
    const couldBeNot = said === null ? shown(cards) !== null : cards === whole(said);
    if (couldBeNot && said === null) return false;
    return couldBeDown === couldBeNot ? null : couldBeDown;
  }

  const most = (said) => whole(said ?? mostBuys);
  return { whole, shown, held, fill, ifDown, likely, down, most };
}
