// Compares the fold in JavaScript with that of Python: the state after every entry, the displayed open round, and the results of
// possible commands. `load` imports a module of the app. Reports the first difference of each game; with `isOneEnough` only that of
// the first game.
export async function disagreements(load, { rulesets, games }, isOneEnough = false) {
  const of = ["fold/replay", "fold/log", "decide", "model/cards", "model/named_seats", "model/play", "judging/doubts", "judging/hand_sizes", "judging/refusals", "judging/scoring"];
  const rules = Object.assign({}, ...(await Promise.all(of.map((name) => load(`rules/${name}.js`)))));
  const ask = { ...asked(rules), shows: await shown(load) };
  ask.comesTo = (now, expected) => comesTo(rules.findDoubts, now, expected);
  const found = [];
  for (const game of games) {
    const { at } = firstOf(ask, rules, rulesets, game);
    if (at) found.push({ game: game.name, at });
    if (at && isOneEnough) break;
  }
  return found;
}

function firstOf(ask, rules, rulesets, { seats, steps, expected }) {
  let now = null;
  let known = {};
  for (const [number, { entry, ruleset, state, seated, named, round, shows, wanted }] of steps.entries()) {
    const by = ruleset === undefined ? now.ruleset : rulesets[ruleset];
    now = entry ? rules.after(now, entry, by) : rules.fold(by, seats, []);
    known = { ...known, ...state };
    const asks = { state: known, seated, named, round, shows, wanted: wanted.map(({ becomes }) => becomes) };
    const becomes = wanted.map((want) => ask.wanted(now, want));
    const people = { seated: rules.seated(seats, now.entries), named: movedByOne(rules, entry ?? {}) };
    const says = { state: now.state, ...people, round: ask.round(now), shows: shows && ask.shows(now), wanted: becomes };
    const at = difference(asks, says);
    if (at) return { at: `after entry ${number} (${entry?.kind ?? "none"})${at}` };
  }
  const at = expected && difference(expected, ask.comesTo(now, expected));
  return at ? { at: `in what was worked out with pencil and paper${at}` } : {};
}

// The seats that an entry names once all have moved by one.
function movedByOne({ seatsIn, withSeats }, entry) {
  const seats = seatsIn(withSeats(entry, (seat) => seat + 1));
  return [...new Set(seats)].sort((one, other) => one - other);
}

// The figures of a game in the format of the expected results in `tests/games`.
function comesTo(findDoubts, { ruleset, state }, expected) {
  const { names, rounds, outcome, settlement, standings, open } = state;
  const last = open ? null : rounds.findLast(({ counted }) => counted); // there is no next contract
  const doubtsOf = (scored) =>
    findDoubts({ ruleset, ...scored }).map(({ code, seat }) => ({ code, ...(seat === null ? {} : { player: names[seat] }) }));
  const line = (scored, worked) => {
    const { deal, points, totals, next_contracts } = scored;
    const all = {
      dealer: names[deal.dealer],
      cards: deal.cards,
      points: deal.players.map((seat) => points[seat]),
      totals: Object.values(totals),
      next_contracts: Object.values(next_contracts).map((next) => (scored === last ? null : next)),
      games: names.map((_, seat) => scored.games.map(({ totals }) => totals[seat])),
    };
    return Object.fromEntries(Object.entries(worked).map(([key, said]) => [key, all[key] ?? said]));
  };
  const doubts = rounds.map((scored) => [scored.deal.number, doubtsOf(scored)]).filter(([, found]) => found.length);
  return {
    rounds: rounds.map((scored, index) => line(scored, expected.rounds[index])),
    doubts: Object.fromEntries(doubts),
    over: !open,
    reason: outcome.code,
    winners: outcome.winners.map((seat) => names[seat]),
    standings: standings.map(({ place, seat, contracts, total }) => [place, names[seat], contracts, total]),
    ...(settlement && { settlement: byName(settlement, names) }),
  };
}

// The points after the last round, by name.
function byName({ rows, totals, games: all }, names) {
  const named = (points) => Object.fromEntries(Object.entries(points).map(([seat, value]) => [names[seat], value]));
  const each = (games) => (Object.keys(games).length ? { games: named(games) } : {});
  return {
    rows: rows.map(({ code, points, games }) => ({ code, points: named(points), ...each(games) })),
    totals: named(totals),
    ...each(all),
  };
}

// The path of the first difference, with the values in Python and in JavaScript; null if there is none.
function difference(python, here) {
  if (Object.is(python, here)) return null;
  const isThing = (value) => value !== null && typeof value === "object";
  if (!isThing(python) || !isThing(here) || Array.isArray(python) !== Array.isArray(here)) {
    return `: Python ${tell(python)}, JavaScript ${tell(here)}`;
  }
  const keys = Object.keys(python);
  const isMore = Object.keys(here).length > keys.length;
  for (const key of isMore ? new Set([...keys, ...Object.keys(here)]) : keys) {
    const found = difference(python[key], here[key]);
    if (found) return `.${key}${found}`;
  }
  return null;
}

const tell = (value) => JSON.stringify(value)?.slice(0, 300);

function asked(rules) {
  const told = (error) => {
    if (error instanceof rules.Refused) {
      const { code, seat, numbers, card, missing } = error;
      return { refused: { code, seat, numbers, card, missing } };
    }
    if (error instanceof rules.Doubted) return { doubted: error.doubts };
    if (error instanceof rules.Conflict) return { conflict: error.message };
    if (error instanceof rules.OnlyServerDecides) return { waits: true };
    throw error;
  };
  const tried = (what) => {
    try {
      return what();
    } catch (error) {
      return told(error);
    }
  };

  function hand({ ruleset, deal, play }, seat) {
    const held = rules.handOf(play, seat);
    const buys = play.buys[seat] ?? null;
    const found = rules.handSizes(ruleset, deal, seat, buys);
    const size = rules.size(held);
    return {
      sizes: found,
      most_held: rules.mostHeld(ruleset, deal, buys),
      shown_buys: size === null ? null : rules.shownBuys(ruleset, deal, size),
      infer_down: rules.isBlank(held) ? null : rules.inferDown(ruleset, deal, seat, held, buys),
      laying_down_is_going_out: rules.layingDownIsGoingOut(ruleset, deal, seat),
      worth: rules.worth({ deal, play }, seat),
      missing: rules.missing({ deal, play }, seat),
      leaves_down_open: rules.totalLeavesDownOpen(ruleset, deal, seat, held, buys),
      points_range: found && rules.pointsRange(ruleset, deal, found.without_contract.slice(0, 1)),
    };
  }

  return {
    round({ ruleset, state: { open } }) {
      if (!open) return null;
      const played = { ruleset, ...open };
      return {
        hands: rules.bySeat(open.deal.players, (seat) => hand(played, seat)),
        most_buys: rules.mostBuys(ruleset, open.deal),
        write_down: tried(() => rules.checkRound(played, []) ?? {}),
      };
    },
    wanted: (now, { entries, unasked, round: madeIn }) =>
      tried(() => ({ kept: rules.decide(now, entries, madeIn, unasked).entries.slice(now.entries.length) })),
  };
}

// The view models of all places of the open round.
async function shown(load) {
  const places = ["table", "aloud", "review_view", "hand_view", "outcome", "won_view", "sheet", "counting_order", "undoing", "home", "hand_form", "melding", "seating"];
  const modules = await Promise.all([...places.map((name) => load(`views/${name}.js`)), load("rules/model/play.js"), load("rules/model/cards.js")]);
  const { tableView, outView, reviewView, handView, outcomeView, wonView, sheetView, nextPath, aloudView, ...views } = Object.assign({}, ...modules);
  return (now) => {
    const { open, names } = now.state;
    const counting = open ? open.deal.players.slice(1, 2) : [];
    const turn = now.entries.length;
    const won = {
      outcome: outcomeView(now.ruleset, now.state),
      won: wonView(now),
      won_watched: wonView(now, { mayScore: false }),
      sheet: sheetView(now),
      next: nextPath({ ...now, phones: counting.map((seat) => ({ seat })) }, (turn % (names.length + 1)) - 1),
      undone: undone(views, now),
      home: home(views.openGameView(now, names.map((_, seat) => seat + 1)), now.ruleset),
      corrected: corrected(views, now),
    };
    if (!open) return won;
    return {
      ...won,
      table: tableView(now, { counting }),
      aloud: aloudView(now, { asked: "needs", counting }),
      late: tableView(now, { now: 30_000_000 }),
      watched: tableView(now, { mayScore: false }),
      out: outView(now),
      how: outView(now, 1),
      review: reviewView(now, { counting }),
      hand: open.over ? aHand(handView, now) : null,
      form: open.over ? aForm(views, now) : null,
      meld: aMeld(views, now),
      own: anOwnPage(views, now),
    };
  };
}

// This phone has written all entries except every third.
const isOther = (number) => number % 3 === 0;

function undone({ takenBackWith, countTakenBack }, now) {
  const { last, names } = now.state;
  if (!last) return null;
  const turn = now.entries.length;
  return {
    step: takenBackWith(now, isOther),
    count: countTakenBack(now, turn % names.length, Math.floor(turn / 2), isOther),
  };
}

// The open game on the home page, as from the server.
function home({ number, planned, rounds, ranks }, { contracts }) {
  const told = ({ name, colour, standing, is_ahead }) => ({ name, colour, standing, is_ahead });
  if (number === null) return null;
  return { number, planned, rounds, last: contracts.length, ranks: ranks.map(told) };
}

// The forms of hands in turn.
function aForm({ handFields, countedSoFar, countAsTyped, isOut }, now) {
  const { players } = now.state.open.deal;
  const { keys, has_many } = handFields(now);
  const turn = now.entries.length;
  const entry = now.entries.at(-1);
  const hasForm = entry?.kind === "hand_counted" && !isOut(now.state.open.play, entry.seat);
  const isTyped = hasForm && now.ruleset.lost_lives === null;
  const sent = isTyped ? countAsTyped(now, turn % 2 ? entry : { ...entry, down: null }) : null;
  return { keys: keys.map(toldOf), has_many, ...countedSoFar(now, players[turn % players.length]), sent };
}

// The melds of players in turn, if melds score.
const TAPPED = [
  { A: 1, 2: 1, 3: 1, Joker: 2 },
  { A: 2, 2: 1, 3: 1 },
  { A: 3, 2: 1, 3: 1, 4: 1 },
  { Q: 1, K: 1, A: 1, 2: 1, 3: 1 },
  { J: 1, Q: 1, K: 1, A: 1, 2: 1, 3: 1 },
  { Q: 1, K: 1, A: 1, 2: 1, 3: 1, 4: 1 },
  { low_ace: 1, 5: 1 },
  { 5: 1 },
];

function aMeld({ meldView, meldFields, withLowCards, turned, classOf }, now) {
  const { deal } = now.state.open;
  const { values } = deal;
  if (deal.scoring !== "melded_minus_hand") return null;
  const turn = now.entries.length;
  const tapped = Object.fromEntries(Object.entries(TAPPED[turn % TAPPED.length]).filter(([rank]) => classOf(values, rank)));
  const laid = withLowCards(values, now.ruleset.pack.ranks, tapped);
  const name = laid.low_ace ? "low_ace" : "A";
  const cards = turn % 3 ? tapped : turned(values, laid, name);
  const seat = deal.players[turn % deal.players.length];
  return { ...meldView(now, seat, null, cards), keys: meldFields(now).keys.map(toldOf) };
}

// The own page of players in turn; now and then a hand is open on another phone.
function anOwnPage({ ownPage }, now) {
  const { players } = now.state.open.deal;
  if (!players.length) return null;
  const turn = now.entries.length;
  const counting = turn % 4 ? [players[Math.floor(turn / 2) % players.length]] : [];
  return ownPage(now, players[turn % players.length], { mayScore: turn % 5 !== 0, counting, isOther });
}

const toldOf = ({ key, value, rises_to, wild, most, is_nine, says_value }) => ({
  ...{ key, value, rises_to, wild, most },
  ...{ is_nine, says_value },
});

// Rounds in turn, as sent by the page that corrects them.
function corrected({ playAsTyped }, { ruleset, entries, state: { rounds } }) {
  if (!rounds.length) return null;
  const { deal, play } = rounds[entries.length % rounds.length];
  return playAsTyped(ruleset, deal, play, play);
}

// Hands in turn.
const BLANKS = [[], ["melds"], ["hand"], ["melds", "hand"]];

function aHand(handView, now) {
  const turn = now.entries.length;
  const { players } = now.state.open.deal;
  const [seat, other] = [players[turn % players.length], players[Math.floor(turn / 2) % players.length]];
  const phones = {
    counting: turn % 4 ? [other] : [],
    seat: turn % 3 === 0 ? other : null,
    isOther,
  };
  return handView(now, seat, phones, BLANKS[turn % BLANKS.length]);
}
