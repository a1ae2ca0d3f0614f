// A table that goes on playing whatever the network does, by chance but each time the same; and what of it was tapped, in order.
// Its game never ends: nobody ever makes the last contract.
export function makeTable(game, seed) {
  const tapped = [];
  const luck = chance(seed);
  const pick = (many) => many[Math.floor(luck() * many.length)];

  function taps(...entries) {
    const before = game.fold.entries.length;
    const answer = game.tap({ entries });
    if (!answer.kept) return answer;
    tapped.push(...game.fold.entries.slice(before));
    return answer;
  }

  function undoes() {
    const before = game.fold.entries.length;
    if (game.undo().kept) tapped.push(...game.fold.entries.slice(before));
  }

  const STEPS = {
    open({ deal }) {
      const makers = deal.players.filter((seat) => deal.contracts[seat] < game.ruleset.contracts.length);
      if (luck() < 0.3 && makers.length) return taps({ kind: "laid_down", seat: pick(makers) });
      if (luck() < 0.2) return taps({ kind: "took_back", seat: pick(deal.players) });
      if (luck() < 0.1) return taps({ kind: "adjusted", seat: pick(deal.players), adjustment: { points: 5, reason: "late" } });
      if (luck() < 0.1) return taps({ kind: "dealer_changed", seat: pick(deal.players) });
      const seat = luck() < 0.6 ? null : (pick(makers) ?? null);
      return taps({ kind: "went_out", seat, went_rummy: false });
    },
    over({ deal, play }) {
      const blank = deal.players.filter((seat) => seat !== play.went_out && !play.hands[seat]);
      if (blank.length) return taps(hand(pick(blank), 65 + 5 * Math.floor(luck() * 15)));
      const { doubts = [] } = taps({ kind: "round_scored", accepted: [] });
      return doubts.length ? taps({ kind: "round_scored", accepted: doubts.map(({ code, seat }) => [code, seat]) }) : null;
    },
  };
  const hand = (seat, points) => ({ kind: "hand_counted", seat, hand: { points }, down: points % 10 === 0, buys: null, melded: null });

  // One tap, or one step of two. What others wrote here is in nobody's way: there is nothing to ask about.
  function step() {
    const { open } = game.state;
    if (!open) throw new Error("the game has ended");
    if (game.questions.length) throw new Error(`a question: ${JSON.stringify(game.questions)}`);
    if (luck() < 0.08) undoes();
    else STEPS[open.over ? "over" : "open"](open);
  }

  return { step, tapped };
}

// Numbers from 0 up to 1, the same for the same seed (mulberry32).
function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
