// Random next steps in the game in `here`, determined by seed and state. Each returns the taps: { taps: [{ tap, entries, players,
// target }], asked, … }. `players` are by seat permanent names: "0" or "1" for the first players, otherwise the name of the join;
// `target` is the label of an undo, as { number } or { of: [tap, which] }.
const GAME_AS_A_WHOLE = ["player_joined", "player_left", "player_returned", "player_renamed", "seat_taken_over", "seats_reordered", "dealer_changed", "titled", "noted"];

// A seeded random number generator (mulberry32): numbers from 0 to 1.
function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// A seat that was taken over is "<its first player>, now <name>".
function playersOf({ seats, fold: { entries, state } }) {
  const players = [...seats.names.keys()].map(String);
  entries.forEach(({ kind, name, seat }, index) => {
    if (state.undone.includes(index + 1)) return;
    if (kind === "player_joined") players.push(name);
    else if (kind === "seat_taken_over") players[seat] = `${players[seat].split(", now ")[0]}, now ${name}`;
  });
  return players;
}

// Executes this and returns the taps it made.
function recorded(does) {
  const { game, asked } = here;
  const known = new Set(game.outbox.commands.map(({ tap }) => tap));
  const players = playersOf(game);
  const [last] = game.state.last ?? [];
  const target = last > game.version ? { of: game.owners[last - game.version - 1] } : { number: last };
  const told = does(game) ?? {};
  const added = game.outbox.commands.filter(({ tap }) => !known.has(tap));
  const isUndo = ({ entries }) => entries[0].kind === "entry_undone";
  const taps = added.map((command) => ({
    ...{ tap: command.tap, players, target: isUndo(command) && !told.answered ? target : null },
    round: command.round,
    entries: structuredClone(command.entries),
  }));
  return { ...told, taps, asked: [...asked] };
}

// People who come and go while others do the same: the steps of `acts` that seat somebody, and marks of all.
export function seats({ seed, name }) {
  const luck = chance(seed);
  const pick = (many) => many[Math.floor(luck() * many.length)];
  return recorded((game) => {
    const { open, names, rounds } = game.state;
    if (!open?.deal.players.length) return { did: ended(luck)[0][1]() };
    const tap = tapOf(game);
    const seat = pick(open.deal.players);
    const newest = names.length - 1;
    const steps = [
      () => tap({ kind: "player_joined", name, before: luck() < 0.3 ? seat : null }),
      () => `undo ${JSON.stringify(game.undo())}`,
      () => `undo ${JSON.stringify(game.undo())}`,
      () => tap({ kind: "seat_taken_over", seat, name, former: names[seat] }),
      () => tap({ kind: "player_renamed", seat, name: `${name} II` }),
      () => tap({ kind: "laid_down", seat: newest }),
      () => tap({ kind: "laid_down", seat }),
      () => tap({ kind: "adjusted", seat: newest, adjustment: { points: 5 + 5 * Math.floor(luck() * 9), reason: name } }),
      () => tap({ kind: "adjusted", seat, adjustment: { points: 5 + 5 * Math.floor(luck() * 9), reason: name } }),
      ...(rounds.length ? [() => corrects(game, luck, pick)] : []),
      ...(open.over
        ? [() => tap({ kind: "hand_counted", seat, hand: { points: 100 }, down: false, buys: null, melded: null }, game.seenOf(seat)), () => write(game)]
        : [() => tap({ kind: "went_out", seat: null, went_rummy: false })]),
    ];
    return { did: pick(steps)() };
  });
}

export function acts({ seed, name }) {
  const luck = chance(seed);
  const pick = (many) => many[Math.floor(luck() * many.length)];
  return recorded((game) => {
    const { state } = game;
    const steps = state.open ? (state.open.over ? over(game, luck, pick, name) : open(game, luck, pick, name)) : ended(luck);
    const [weights, does] = [steps.map(([weight]) => weight), steps.map(([, step]) => step)];
    let draw = luck() * weights.reduce((sum, weight) => sum + weight, 0);
    const step = does[weights.findIndex((weight) => (draw -= weight) < 0)];
    return { did: step() };
  });
}

const tapOf = (game) => (entry, seen = game.version) => {
  const round = GAME_AS_A_WHOLE.includes(entry.kind) ? null : undefined;
  const answer = game.tap({ entries: [entry], round, seen });
  return `${entry.kind} ${JSON.stringify(answer)}`;
};

function open(game, luck, pick, name) {
  const { open: { deal, play } } = game.state;
  const tap = tapOf(game);
  const seat = () => pick(deal.players);
  if (!deal.players.length) return always(game, luck, pick, name);
  return [
    [25, () => tap({ kind: "laid_down", seat: seat() })],
    [6, () => tap({ kind: "took_back", seat: play.laid_down.length ? pick(play.laid_down) : seat() })],
    [14, () => tap({ kind: "went_out", seat: luck() < 0.3 ? null : seat(), went_rummy: false })],
    ...always(game, luck, pick, name),
  ];
}

function over(game, luck, pick, name) {
  const { deal, play } = game.state.open;
  const tap = tapOf(game);
  const others = deal.players.filter((seat) => seat !== play.went_out);
  const blank = others.filter((seat) => !play.hands[seat]);
  const count = (seat) => {
    const hand = { points: 65 + 5 * Math.floor(luck() * 15) };
    const down = luck() < 0.5;
    const counts = (isDown) => tap({ kind: "hand_counted", seat, hand, down: isDown, buys: null, melded: null }, game.seenOf(seat));
    const told = counts(null);
    return told.includes("down_or_not") ? counts(down) : told;
  };
  return [
    ...(blank.length ? [[45, () => count(pick(blank))]] : [[45, () => write(game)]]),
    ...(others.length ? [[6, () => count(pick(others))]] : []),
    ...always(game, luck, pick, name),
  ];
}

function write(game) {
  const accepts = (accepted) => game.tap({ entries: [{ kind: "round_scored", accepted }] });
  const answer = accepts([]);
  const { doubts = [] } = answer;
  return `round_scored ${JSON.stringify(doubts.length ? accepts(doubts.map(({ code, seat }) => [code, seat])) : answer)}`;
}

// Steps that are possible during and after a round.
function always(game, luck, pick, name) {
  const { state } = game;
  const { deal: { players } } = state.open;
  const tap = tapOf(game);
  const left = Object.keys(state.left).map(Number);
  const undo = [18, () => `undo ${JSON.stringify(game.undo())}`];
  if (!players.length) return [undo, [7, () => tap({ kind: "player_joined", name, before: null })]];
  return [
    undo,
    [4, () => tap({ kind: "adjusted", seat: pick(players), adjustment: { points: 5 + 5 * Math.floor(luck() * 9), reason: "late" } })],
    [2, () => tap({ kind: "dealer_changed", seat: pick(players) })],
    [7, () => tap({ kind: "player_joined", name, before: luck() < 0.5 ? null : pick(players) })],
    [3, () => tap({ kind: "player_left", seat: pick(players) })],
    ...(left.length ? [[4, () => tap({ kind: "player_returned", seat: pick(left) })]] : []),
    [2, () => tap({ kind: "player_renamed", seat: pick(players), name: `${name} II` })],
    [2, () => tap({ kind: "noted", text: name })],
    [1, () => tap({ kind: "titled", title: name })],
    ...(state.rounds.length ? [[5, () => corrects(game, luck, pick)]] : [[2, () => tap({ kind: "seats_reordered", order: [...state.order].reverse() })]]),
  ];
}

function corrects(game, luck, pick) {
  const number = 1 + Math.floor(luck() * game.state.rounds.length);
  const { play, deal } = game.state.rounds[number - 1];
  const seat = pick(deal.players);
  const hands = seat === play.went_out ? play.hands : { ...play.hands, [seat]: { points: 70 + 5 * Math.floor(luck() * 15) } };
  const corrects = (accepted) => game.tap({ entries: [{ kind: "round_corrected", number, play: { ...play, hands }, accepted }], round: null });
  const answer = corrects([]);
  const { doubts = [] } = answer;
  return `round_corrected ${JSON.stringify(doubts.length ? corrects(doubts.map(({ code, seat: of }) => [code, of])) : answer)}`;
}

const ended = () => [[1, () => `undo ${JSON.stringify(here.game.undo())}`]];

// Commands that were left out here and can be brought back.
export const leftOutTaps = () => here.leftOut(here.game.link).flatMap(({ commands }) => commands.map(({ tap }) => tap));

// Answers one of the questions; `leftOut` are the taps listed since then, and `corrected` the other completed ones, by the tap of the
// correction that replaces them.
export function answersOne({ seed, choice = null }) {
  const luck = chance(seed);
  return recorded((game) => {
    const { questions } = game;
    if (!questions.length) return {};
    const question = questions[Math.floor(luck() * questions.length)];
    const { matter: { kind }, canKeep, code } = question;
    const ofOthers = ["drop", ...(canKeep ? ["keep", "keep"] : []), ...(code === "two_hands" ? ["theirs", "mine"] : [])];
    const choices = { other: ofOthers, two_rounds: ["mine", "theirs"], two_out: ["mine", "theirs", "neither"] }[kind];
    const picked = choice ?? choices[Math.floor(luck() * choices.length)];
    const before = game.outbox.commands.map(({ tap }) => tap);
    const answer = game.answer(question.tap, picked);
    const stay = game.outbox.commands.map(({ tap }) => tap);
    const listed = leftOutTaps();
    const gone = before.filter((tap) => !stay.includes(tap));
    const by = game.outbox.commands.find(({ tap, entries }) => !before.includes(tap) && entries[0].kind === "round_corrected");
    const corrected = gone.filter((tap) => by && !listed.includes(tap)).map((tap) => [tap, by.tap]);
    return {
      ...{ answered: question.tap, did: `${picked} ${question.code} ${JSON.stringify(answer)}` },
      ...{ leftOut: gone.filter((tap) => listed.includes(tap)), corrected: Object.fromEntries(corrected) },
    };
  });
}

export const idles = () => recorded(() => ({}));
