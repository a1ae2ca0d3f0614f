// Conflicts of this phone's commands with entries of other phones. Pure functions of the server's log and the commands
// of one question: both versions, and the fate of the commands after a choice.
import { missing, roundPoints, worth } from "../rules/judging/scoring.js";
import { bySeat, isPriced } from "../rules/model/cards.js";
import { dropsOf, handOf, isBlank, isOut, meldsOf } from "../rules/model/play.js";
import { nameIn, needsNoHands, playedAs } from "../rules/model/state.js";
import { codeOf } from "../views/open_round.js";
import { isEqual, withoutCount } from "./rebase.js";

/** @param {Entry} entry */
const isCount = ({ kind }) => kind === "hand_counted";
/** @param {Entry} entry */
const isEnd = ({ kind }) => kind === "went_out";
/** @param {TappedEntry} entry */
const isUndo = ({ kind }) => kind === "entry_undone";
/** @param {(entry: Entry) => boolean} is @param {Command} command */
const has = (is, { entries }) => entries.some(is);

// The commands about this round, and undos of their entries or of those of the log.
/** @param {Command[]} commands @param {number | null} number */
function ofRound(commands, number) {
  const taps = new Set();
  /** @param {Command} command */
  const isOfIt = ({ tap, round, entries }) => {
    const undoes = entries.every(isUndo) && entries.every(({ of }) => !of || taps.has(of[0]));
    return (round === number || undoes) && taps.add(tap);
  };
  return commands.filter(isOfIt);
}

// The entries as the log would store them, in order: { entry, command, undoes }; entries undone before they were sent
// are left out.
/** @param {Fold} log @param {Command[]} commands @returns {TappedIn[]} */
function tappedIn(log, commands) {
  const undone = new Set(
    commands.flatMap(({ entries }) => entries.flatMap(({ of }) => (of ? [String(of.slice(0, 2))] : []))),
  );
  return commands.flatMap((command) => {
    const { tap, entries, settled } = command;
    const said = entries.some(isUndo) || !settled.length ? entries : settled;
    const standing = said.filter((entry, which) => !entry.of && !undone.has(String([tap, which])));
    return standing.map((entry) => ({
      entry,
      command,
      undoes: isUndo(entry) ? log.entries[entry.sequence - 1] : null,
    }));
  });
}

// A round that others have written meanwhile: { number, scored, mine, isWhole, accepted, commands }, `mine` its play
// on this phone, completed by theirs. Null if the question is not about such a round.
/** @param {Fold} log @param {Command[]} commands @returns {LateRound | null} */
function lateRound(log, commands) {
  const { round: number } = /** @type {{ round: number }} */ (commands.find(({ round }) => round) ?? {});
  const scored = log.state.rounds[number - 1];
  if (!scored) return null;
  const ours = ofRound(commands, number);
  const taps = tappedIn(log, ours);
  const mine = withTaps(scored, taps);
  const isWhole = taps.every(({ entry, undoes }) => hasPlace(scored, entry, undoes));
  return { number, scored, mine, isWhole, accepted: answersFor(scored, mine, ours), commands: ours };
}

// Entries about players who left or were never dealt in are dropped, and so is the hand of the player who went out.
/** @param {Pick<Played, "deal" | "play">} round @param {Entry} entry @param {Entry | null} undoes */
function hasPlace({ deal, play }, entry, undoes) {
  const { kind, seat, hand, melded } = entry;
  if (isUndo(entry)) return Boolean(undoes && IN_A_ROUND[undoes.kind]?.goesBack(play, undoes));
  if (kind === "hand_counted" && isBlank(hand)) return true;
  if (isOfAbsentee(deal, entry)) return false;
  return kind !== "hand_counted" || !isOut(play, seat) || Boolean(melded);
}

/** @param {Deal} deal @param {Entry} entry */
const isOfAbsentee = ({ players }, { kind, seat }) =>
  Boolean(IN_A_ROUND[kind]?.isOfPlayer) && seat !== null && !players.includes(seat);

/** @param {ScoredRound} scored @param {TappedIn[]} taps @returns {RoundPlay} */
function withTaps({ deal, play }, taps) {
  const now = { ...structuredClone(play), down: new Set(play.laid_down), drops: { ...dropsOf(play) } };
  for (const { entry, undoes } of taps) {
    if (undoes) IN_A_ROUND[undoes.kind]?.undo?.(now, undoes);
    else if (!isOfAbsentee(deal, entry)) IN_A_ROUND[entry.kind]?.apply?.(now, entry);
  }
  if (now.went_out !== null) now.down.add(now.went_out);
  const { down, drops, ...mine } = now;
  const { adjustments } = mine;
  const adjusted = Object.keys(adjustments).map(Number);
  /** @param {Seat} seat */
  const isThere = (seat) => adjustments[seat].points;
  return {
    ...mine,
    ...(Object.keys(drops).length ? { drops } : {}),
    adjustments: bySeat(adjusted.filter(isThere), (/** @type {Seat} */ seat) => adjustments[seat]),
    laid_down: deal.players.filter((seat) => down.has(seat)).sort((a, b) => a - b),
  };
}

// Each kind of entry of an open round, in a round that others have written:
//   isOfPlayer              only players of the deal can have it; a correction about others is refused
//   apply(now, entry)       its effect on the play, whose `down` is a set; none: a correction does not tell it
//   undo(now, entry)        the effect of its undo, if any
//   goesBack(play, entry)   whether its undo is possible, or has no effect there
/** @type {Record<string, InARound>} */
const IN_A_ROUND = {
  laid_down: {
    isOfPlayer: true,
    apply: ({ down }, { seat }) => down.add(seat),
    undo: ({ down }, { seat }) => down.delete(seat),
    goesBack: () => true,
  },
  took_back: {
    apply: ({ down }, { seat }) => down.delete(seat),
    undo: ({ down }, { seat }) => down.add(seat),
    goesBack: () => true,
  },
  melded: { isOfPlayer: true, goesBack: () => true },
  went_out: {
    isOfPlayer: true,
    apply(now, { seat, went_rummy, ending }) {
      delete now.ending;
      Object.assign(now, { went_out: seat, went_rummy, ...(ending && { ending }) });
      if (isOut(now, seat) && !(seat in now.melded)) delete now.hands[seat];
    },
    goesBack: (play, { seat }) => play.went_out !== seat,
  },
  turned_up: {
    apply: (now, { rank }) => (now.turned_up = rank ?? undefined),
    goesBack: (play, { rank }) => (play.turned_up ?? null) !== rank,
  },
  dropped: {
    isOfPlayer: true,
    apply(now, { seat, drop }) {
      delete now.drops[seat];
      if (drop === null) return;
      now.drops[seat] = drop;
      delete now.hands[seat];
      if (drop === "wrong" && now.went_out === seat) now.went_out = null;
    },
    goesBack: (play, { seat, drop }) => (dropsOf(play)[seat] ?? null) !== drop,
  },
  hand_counted: {
    isOfPlayer: true,
    apply(now, { seat, hand, down, buys, melded }) {
      if (!isBlank(hand)) delete now.drops[seat];
      if (!isBlank(hand) && (!isOut(now, seat) || melded)) now.hands[seat] = hand;
      if (down !== null) now.down[down ? "add" : "delete"](seat);
      if (buys !== null) now.buys[seat] = buys;
      if (melded && !isBlank(melded)) now.melded[seat] = melded;
    },
    goesBack: (play, { seat, hand }) => !isEqual(handOf(play, seat), hand),
  },
  adjusted: {
    isOfPlayer: true,
    apply: ({ adjustments }, { seat, adjustment }) => (adjustments[seat] = adjustment),
    goesBack: (play, { seat, adjustment }) => !isEqual(play.adjustments[seat], adjustment),
  },
};

// The accepted doubts that still apply: those of this phone, and theirs about players whose versions are equal.
/** @param {ScoredRound} scored @param {RoundPlay} mine @param {Command[]} commands @returns {Answer[]} */
function answersFor(scored, mine, commands) {
  const scores = commands.flatMap(({ entries }) => entries).find(({ kind }) => kind === "round_scored");
  const here = scores?.accepted ?? [];
  /** @param {Seat | null} seat */
  const differs = (seat) =>
    seat === null ? mine.went_out !== scored.play.went_out : saysOtherwise(scored.play, mine, seat);
  return [...here, ...scored.accepted.filter(([, seat]) => !differs(seat))];
}

// Everything that a play says of one player.
/** @param {RoundPlay} play @param {Seat} seat */
const saidOf = (play, seat) => [
  ...[play.went_out === seat, play.laid_down.includes(seat), dropsOf(play)[seat] ?? null],
  ...(play.went_out === seat ? [play.went_rummy, play.ending ?? null] : []),
  ...[handOf(play, seat), meldsOf(play, seat), play.buys[seat] ?? null, play.adjustments[seat] ?? null],
];
/** @param {RoundPlay} a @param {RoundPlay} b @param {Seat} seat */
const saysOtherwise = (a, b, seat) => !isEqual(saidOf(a, seat), saidOf(b, seat));

// Both versions of the round, player by player; `ruleset` are the rules in force.
/** @param {Fold} fold @param {LateRound} late */
export function bothRounds({ ruleset, state }, { scored, mine }) {
  const { deal, play } = scored;
  const both = [play, mine].map((version) => playedAs(ruleset, deal, version));
  const points = both.map(roundPoints);
  return deal.players.map((seat) => {
    const [theirs, ours] = both.map((version, n) => cell(version, seat, points[n][seat]));
    const differs = saysOtherwise(play, mine, seat);
    const otherCards = differs && isEqual(theirs, ours); // or another way of counting: all figures are equal
    const number = deal.contracts[seat] ?? null;
    return {
      seat,
      name: nameIn(state, seat, deal.number),
      number,
      differs,
      theirs,
      mine: ours,
      other_cards: otherCards,
    };
  });
}

/** @param {Played} played @param {Seat} seat @param {number} points */
function cell(played, seat, points) {
  const { play } = played;
  const wentOut = play.went_out === seat;
  const isMissing = !needsNoHands(played) && !isOut(play, seat) && missing(played, seat) !== null;
  const shows = isOut(play, seat) && !points ? "out" : isMissing ? "missing" : "points";
  return { shows, points, made: play.laid_down.includes(seat), also_out: wentOut && shows !== "out" };
}

// Whether both versions are equal, so that there is no question.
/** @param {LateRound} late */
export const agrees = ({ scored: { deal, play }, mine, isWhole }) =>
  isWhole && play.turned_up === mine.turned_up && !deal.players.some((seat) => saysOtherwise(play, mine, seat));

// Two phones name different players who went out: { mine, theirs, sequence }, the other entry with its number. Null if
// there is no conflict any more.
/** @param {Fold} log @param {Command[]} commands @returns {Omit<TwoOut, "kind"> | null} */
function twoOut(log, commands) {
  const { open, undone } = log.state;
  const { round } = commands.find((command) => has(isEnd, command)) ?? {};
  const mine = tappedIn(log, commands).findLast(({ entry }) => isEnd(entry))?.entry;
  if (!mine || !open?.over || open.deal.number !== round || open.play.went_out === mine.seat) return null;
  const sequence = 1 + log.entries.findLastIndex((entry, index) => isEnd(entry) && !undone.includes(index + 1));
  return { mine, theirs: log.entries[sequence - 1], sequence };
}

// The subject of a question, and so the page that asks it: { kind, ... }.
/** @param {Fold} log @param {Command[]} commands @param {string} code @returns {Matter} */
export function matterOf(log, commands, code) {
  const out = code === "two_out" && twoOut(log, commands);
  const late = !out && lateRound(log, commands);
  if (out) return { kind: "two_out", ...out };
  return late ? { kind: "two_rounds", ...late } : { kind: "other" };
}

// The fate of the commands of a question: { writes, round, done, leftOut, asks, goesOn }: entries to write in this
// round; the commands they replace; commands to leave out; those to send again as having seen the whole log; and those
// that continue unchanged.
/** @param {Fold} log @param {WaitingQuestion} question @param {string} choice @returns {Fate} */
export function settlement(log, { commands, matter }, choice) {
  const said = /** @type {Choices<Matter>} */ (CHOICES[matter.kind])[choice](log, commands, matter);
  return { writes: [], round: null, done: [], leftOut: [], asks: [], goesOn: [], ...said };
}

/** @param {Matter} matter @param {string} choice */
export const isChoice = ({ kind }, choice) => Object.hasOwn(CHOICES[kind], choice);

/** @param {Command[]} commands @param {Command[]} gone */
const without = (commands, gone) => commands.filter((command) => !gone.includes(command));

/** @type {{ [Kind in Matter["kind"]]: Choices<Extract<Matter, { kind: Kind }>> }} */
const CHOICES = {
  other: {
    keep: (_, commands) => ({ asks: commands }),
    drop: (_, commands) => ({ leftOut: commands }),
    mine: (_, commands) => ({ asks: commands }),
    // After a choice between two counts, dependent commands continue from theirs.
    theirs(_, commands) {
      const [leftOut, asks] = withoutCount(commands);
      return { leftOut, asks };
    },
  },
  two_rounds: {
    mine(log, commands, late) {
      const untold = tappedIn(log, late.commands).filter((tap) => !isTold(late, tap));
      const done = late.commands.filter((command) => !untold.some((tap) => tap.command === command));
      return {
        writes: [correction(late)],
        done,
        leftOut: without(late.commands, done),
        goesOn: without(commands, late.commands),
      };
    },
    theirs: (_, commands, late) => ({ leftOut: late.commands, goesOn: without(commands, late.commands) }),
  },
  two_out: {
    // Whoever is not out stays down, unless their hand was counted otherwise.
    mine(log, commands, { theirs }) {
      const asks = commands.filter((command) => has(isEnd, command));
      /** @type {Command} */ (asks.at(-1)).entries.push(...staysDown(log, commands, theirs));
      return { asks, goesOn: without(commands, asks) };
    },
    theirs(log, commands, { mine }) {
      const { deal, play } = /** @type {OpenRound} */ (log.state.open);
      /** @param {Command} command */
      const rests = (command) => has(isEnd, command) || has((entry) => restsOn(entry, play), command);
      const leftOut = withUndos(commands, commands.filter(rests));
      return {
        writes: staysDown(log, [], mine),
        round: deal.number,
        leftOut,
        goesOn: without(commands, leftOut),
      };
    },
    neither(_, commands, { sequence }) {
      const leftOut = ofRound(commands, commands[0].round);
      return { writes: [{ kind: "entry_undone", sequence }], leftOut, goesOn: without(commands, leftOut) };
    },
  },
};
CHOICES.two_rounds.drop = CHOICES.two_rounds.theirs;
CHOICES.two_out.drop = CHOICES.two_out.theirs;

// Whether the corrected round includes this entry.
/** @param {LateRound} late @param {TappedIn} tap */
const isTold = ({ scored: { deal }, mine }, { entry, undoes }) =>
  (isUndo(entry) || entry.kind === "round_scored" || Boolean(IN_A_ROUND[entry.kind]?.apply)) &&
  hasPlace({ deal, play: mine }, entry, undoes);

/** @param {LateRound} late */
const correction = ({ number, mine, accepted }) => ({ kind: "round_corrected", number, play: mine, accepted });

// A round with another end has not been reviewed; and a player who is out has no cards.
/** @param {Entry} entry @param {RoundPlay} play */
const restsOn = ({ kind, seat }, play) => kind === "round_scored" || (kind === "hand_counted" && isOut(play, seat));

// With their undos.
/** @param {Command[]} commands @param {Command[]} gone */
const withUndos = (commands, gone) => {
  const taps = new Set(gone.map(({ tap }) => tap));
  return commands.filter(
    (command) => taps.has(command.tap) || command.entries.some(({ of }) => of && taps.has(of[0])),
  );
};

/** @param {Fold} log @param {Command[]} commands @param {Entry} entry */
function staysDown(log, commands, { seat }) {
  const open = /** @type {OpenRound} */ (log.state.open);
  const isDown = seat !== open.play.went_out && open.play.laid_down.includes(seat);
  return mayStayDown(log, commands, seat) && !isDown ? [{ kind: "laid_down", seat }] : [];
}

// Whether this player has a contract, and nobody has counted their hand as one that is not down, in the log or by what
// waits.
/** @param {Fold} log @param {Command[]} commands @param {Seat} seat */
export function mayStayDown(log, commands, seat) {
  const { deal, play, counted_at: countedAt } = /** @type {OpenRound} */ (log.state.open);
  const counted = tappedIn(log, commands).findLast(({ entry }) => isCount(entry) && entry.seat === seat);
  const isNotDown = counted ? !counted.entry.down : seat in countedAt && !play.laid_down.includes(seat);
  return deal.down_counts && deal.players.includes(seat) && !isNotDown;
}

// The lines of a list; of consecutive counts of one hand only the last. `late` is the round with which they conflict,
// if any; `nameOf` gives the player whom a command means, who may have no seat.
/**
 * @param {Fold} fold @param {Fold} log @param {Command[]} commands @param {LateRound | null} late
 * @param {(command: Command, seat: Seat) => string} nameOf
 */
export function linesOf({ state }, log, commands, late, nameOf) {
  const taps = tappedIn(log, commands);
  /** @param {TappedIn} tap @param {TappedIn} [next] */
  const goesOn = ({ entry }, next) => next && isCount(entry) && isCount(next.entry) && entry.seat === next.entry.seat;
  return taps.filter((tap, n) => !goesOn(tap, taps[n + 1])).map((tap) => line(state, tap, late, nameOf));
}

/**
 * @param {State} state @param {TappedIn} tap @param {LateRound | null} late
 * @param {(command: Command, seat: Seat) => string} nameOf
 */
function line({ names, rounds, open }, { entry, command, undoes }, late, nameOf) {
  const told = undoes ?? entry;
  const { kind, seat = null, hand = null } = told;
  const deal = rounds[Number(command.round) - 1]?.deal ?? open?.deal;
  const isOfHand = isCount(told) && deal && !isBlank(hand);
  return {
    at: command.made,
    code: codeOf(told),
    undone: Boolean(undoes) || isUndo(entry),
    seat,
    name: kind === "player_joined" ? entry.name : seat === null ? "" : (names[seat] ?? nameOf(command, seat)),
    round: kind === "round_corrected" ? told.number : command.round,
    points: isOfHand ? worthOf(deal, told) : null,
    same: Boolean(late && isCount(told) && !saysOtherwise(late.scored.play, late.mine, seat)),
  };
}

/** @param {Deal} deal @param {Entry} count */
function worthOf(deal, { seat, hand, melded }) {
  const play = { hands: { [seat]: hand }, melded: { [seat]: melded ?? {} }, went_out: null };
  const isWhole = [hand, melded].every((part) => isPriced(deal.values, part?.cards ?? {}));
  return isWhole ? worth({ deal, play }, seat) : null;
}
