// The game in an open page: the server's log, with the waiting commands of this browser on top. A tap is decided here
// and displayed at once; the interface is the same online and offline.
//
//   const game = await openGame(document);      null if the page embeds no game
//   game.state, game.fold                       the state with all waiting commands, and the fold for `rules/decide`
//   game.entries, game.version, game.server     the server's log, its length and its fold
//   game.drawnAt                                the length of the log when the server rendered this page
//   game.waiting, game.toSend, game.questions   the commands that the server has not stored: all of them, the number
//                                               still to send, and those that need an answer of the user
//   game.lost                                   entries that the server lacks after a restore; until game.resend() or
//                                               game.goWithout() nothing is sent, and the trouble is "ahead"
//   game.isMissing, game.startAgain()           whether a restored book lacks this game; it is started again with its
//                                               link and log. game.failed is the reason if that failed: "alone",
//                                               "key", "many" or "refused"
//   game.trouble                                null, "alone" (offline), "memory" (no storage: nothing outlives this
//                                               page), "room" (the quota is used up), "gone" (the link has ended),
//                                               "missing", "key" (the page must be reloaded before anything is sent),
//                                               "refused" or "many" (the server does not accept the game that was
//                                               started here, or not yet)
//   game.tap({ entries, round, seen })          { kept: true }, { refused: code, ... }, { doubts }, { conflict: code }
//                                               or { waits: true }
//   game.undo()                                 the same, for the last step, sent or not
//   game.answer(tap, "keep" | "drop", seen)     answers a question; `seen` is the length of the log that the user has
//                                               seen, by default all of it. "mine" or "theirs" choose one of two
//                                               versions, "neither" that nobody went out. { kept: true }, or as `tap`
//                                               if the resulting correction cannot be written
//   game.canUndo(sequence)                      whether no later entry depends on this one
//   game.linesOf(commands, matter)              the taps of these commands, as lists show them
//   game.bringBack(commands)                    asks again about commands that were left out; resolves once stored
//   game.sent(milliseconds)                     resolves to whether everything was sent by then
//   game.leave()                                the page is closing: sends waiting commands, ignoring the answers
//   game.seenOf(seat, since)                    the length of the log that the user has seen of this hand; with
//                                               `since`, of the user who has counted it since then
//   game.isOther(number)                        whether another phone wrote the entry with this number
//   game.phones                                 the hands that other phones have open: { seat, words, own }
//   game.counting, game.phoneAt(seat)           the seats of these hands, and the one of this seat
//   "change" (detail: { own })                  any of this has changed
//   "question" (detail: the question)           the user must be asked
import { fold } from "../rules/fold/replay.js";
import { ask, askAgain, goOn, questionOf, settle } from "./answers.js";
import { agrees, isChoice, linesOf, settlement } from "./conflict.js";
import { dropStranded, findStranded, isEnded, moveStranded } from "./ended_link.js";
import { keysIn, namesIn, resentAs } from "./entry_names.js";
import { forgetNames, setAside, setAsideUnasked, takeOverLeftOut } from "./left_out.js";
import { nameSeated, statedBy, stateSeats } from "./moved_seats.js";
import { forgetGame, isKeptPage, keepCopy, lastKnown } from "./offline_copy.js";
import { openOutbox } from "./outbox.js";
import { continues, followTail, readLines, tailOf, tailSince } from "./pull.js";
import { makeSender } from "./push.js";
import {
  handSeen,
  haveGoneOn,
  holdAnew,
  isAlone,
  isHeld,
  onTop,
  ownersOf,
  peopleOnTop,
  questionFor,
  restAnew,
  seenBy,
  seenSince,
  tapped,
  withoutTarget,
} from "./rebase.js";
import { lacksGame } from "./requests.js";
import { compare, isLost, nameBasis, restOn, tell, wholeLog, without } from "./restored_book.js";
import { restartOf, startAnew, startOf } from "./start_game.js";

/** @param {Document} document @param {Pauses} [pauses] */
export async function openGame(document, pauses) {
  const carried = JSON.parse(document.getElementById("game")?.textContent ?? "null");
  if (!carried) return null;
  const data = await lastKnown(carried);
  const outbox = await openOutbox(data.link);
  haveGoneOn(outbox.commands); // their page may have been closed
  const start = isKeptPage() ? await startOf(data) : null;
  const game = new Game(data, outbox, start ? null : await tailSince(data.log, outbox.commands), start, pauses);
  findStranded(data).then((found) => game.isStranded(found));
  return Object.assign(game, { drawnAt: carried.entries.length });
}

class Game extends EventTarget {
  /** @type {Fold} */ #server; // the fold of the server's log
  /** @type {Owner[]} */ owners = []; // of the last entries of the fold: those of this phone
  /** @type {{ sender?: Trouble, tail?: Trouble }} */ #troubles = {};
  /** @type {[link: string, commands: Command[]][]} */ stranded = []; // waiting commands of older links of this game
  /** @type {{ phones: PhoneAtHand[], round?: number }} */
  #heard = { phones: [] }; // the hands that other phones have open, and the round
  /** @type {Map<number, string>} */ #taps = new Map(); // the keys of this phone's entries, by number, as far as known
  #isStarting = false; // the start is being sent
  #isWantedBack = false; // the user wants to send this game to a book that lacks it
  #isStray = false; // the server has another log than the one known here, and it is being requested
  isOther = (/** @type {number} */ number) => this.others.has(number); // whether another phone wrote this entry

  /**
   * @param {GameData} data @param {Outbox} outbox
   * @param {Told | null} told @param {StartHere} start @param {Pauses} [pauses]
   */
  constructor(data, outbox, told, start, pauses) {
    super();
    this.data = data;
    this.outbox = outbox;
    this.start = start;
    this.link = data.link;
    this.log = data.log;
    this.key = data.key;
    this.seat = data.seat;
    this.seats = data.seats;
    this.mayScore = data.may_score;
    this.others = new Set(data.others);
    this.names = namesIn(data.names);
    this.mark = data.mark;
    this.book = data.book;
    this.at = data.at;
    this.fold = this.#server = fold(data.ruleset, data.seats, data.entries);
    this.#hearOf(isKeptPage() ? [] : data.phones); // a cached page is stale
    /** @param {"sender" | "tail"} who @returns {Listener} */
    const by = (who) => ({
      position: () => ({ after: this.version, mark: this.mark, book: this.book }),
      isLacking: (answer) => lacksGame(answer, this),
      hear: (told, sent) => this.#hear(told, sent).finally(() => this.#findTargets()),
      say: (trouble) => this.#say(who, trouble),
      isThere: () => !start?.waits && !this.#isStray && !this.lost.length && !this.isMissing,
    });
    this.sender = makeSender(data, outbox, by("sender"), pauses);
    outbox.addEventListener("change", () => {
      this.#show(false);
      this.#findTargets();
      this.sender.wake();
    });
    this.#knowTaps(told?.entries ?? []);
    this.#restOnThisLog();
    stateSeats(this.#server, outbox.commands, this.#keysOf);
    this.#rebuild();
    if (told) this.#hear(told);
    this.#settleAgreed();
    this.#findTargets();
    const follow = () => (this.tail = followTail(data, by("tail")));
    const begin = () => {
      follow();
      this.sender.wake();
      this.#tell(false);
    };
    if (start) start.send(by("tail")).then(begin);
    else follow();
    this.sender.wake();
  }

  // The book may have been restored since these commands were made.
  #restOnThisLog() {
    if (!this.names.length && this.version) return; // a page that only watches gets no names
    const { moved, dropped } = restOn(this.outbox.commands, this.names);
    if (dropped.length) this.outbox.drop(dropped);
    if (moved.length) this.outbox.change(moved);
  }

  get state() {
    return this.fold.state;
  }
  get server() {
    return this.#server;
  }
  get ruleset() {
    return this.fold.ruleset;
  }
  get entries() {
    return this.#server.entries;
  }
  get version() {
    return this.entries.length;
  }
  get waiting() {
    return this.outbox.commands.length;
  }
  get lost() {
    return this.outbox.commands.filter(isLost);
  }
  get isMissing() {
    return this.#troubles.tail === "missing";
  }
  get restart() {
    return restartOf(this.data);
  }
  get toSend() {
    if (this.lost.length) return 0;
    return this.outbox.commands.filter((command) => !isHeld(command)).length + Number(this.start?.waits ?? 0);
  }
  get trouble() {
    if (this.lost.length && this.#troubles.tail !== "gone") return "ahead";
    return this.#troubles.sender ?? this.outbox.trouble ?? this.#troubles.tail ?? null;
  }

  /** @param {Awaited<ReturnType<typeof findStranded>>} found */
  isStranded({ stranded, replaced }) {
    this.stranded = stranded;
    takeOverLeftOut(this, replaced);
    if (stranded.length) this.#show(false);
  }

  // "move": commands of older links are sent with this one; "drop": they are left out.
  /** @param {string} choice */
  async settleStranded(choice) {
    if (choice === "move") {
      if (await moveStranded(this)) return location.reload();
      this.isStuck = true; // storage is full, and the rest stays with its link
      return this.#tell(true);
    }
    this.#leaveOut(await dropStranded(this));
    this.stranded = [];
    this.#show(true);
  }

  get phones() {
    return this.#heard.round === this.state.open?.deal.number ? this.#heard.phones : [];
  }
  get counting() {
    return this.phones.map(({ seat }) => seat);
  }
  /** @param {Seat} whose */
  phoneAt(whose) {
    return this.phones.find(({ seat }) => seat === whose);
  }

  get questions() {
    const { commands } = this.outbox;
    return commands.flatMap((command) =>
      command.asked ? [questionOf(this.#server, commands, this.others, command, command.asked)] : [],
    );
  }

  // Decides a tap. `round` is the number of its round, null if it concerns the game; `seen` the length of the log that
  // was displayed. An accepted command is displayed at once, stored in the outbox, and sent.
  /** @param {Tap} tap @returns {TapAnswer} */
  tap({ entries, round = this.state.open?.deal.number ?? null, seen = this.version, unasked = false }) {
    const { after, command, answer } = tapped(this.fold, { entries, round, seen, unasked }, this.version, this.owners);
    if (answer) return answer;
    if (after !== this.fold) this.#wait(after, command);
    return { kept: true };
  }

  /** @param {Fold} after @param {Command} command */
  #wait(after, command) {
    nameBasis(command, this.names);
    command.seated = this.#seatedNow;
    this.fold = after;
    command.under = questionFor(this.outbox.commands, command);
    this.owners.push(...ownersOf(command));
    this.outbox.add(command).then(() => this.sender.wake());
    this.#tell(true);
  }

  get #keysOf() {
    return keysIn(this.names, this.#taps);
  }

  get #seatedNow() {
    return statedBy(peopleOnTop(this, this.#keysOf));
  }

  /** @param {Seat} seat @param {number} [since] */
  seenOf(seat, since) {
    if (since === undefined) return handSeen(this.outbox.commands, seat, this.version);
    return seenSince(this.#server, seat, since, this.others);
  }

  leave() {
    this.sender.leave();
    this.outbox.leave();
  }

  undo() {
    const { last } = this.state;
    if (!last) return { conflict: "out_of_date" };
    return this.tap({ entries: [{ kind: "entry_undone", sequence: last[0] }], round: null });
  }

  // Resolves to whether everything was sent, after this many milliseconds at most.
  /** @param {number} most @returns {Promise<boolean>} */
  sent(most) {
    this.sender.wake();
    return new Promise((done) => {
      const looking = new AbortController();
      /** @param {unknown} [isTooLate] */
      const look = (isTooLate) => {
        if (this.toSend && isTooLate !== true) return;
        looking.abort();
        done(!this.toSend);
      };
      this.addEventListener("change", look, { signal: looking.signal });
      setTimeout(look, most, true);
      look();
    });
  }

  /** @param {string} tap @param {string} choice @param {number} seen */
  answer(tap, choice, seen = this.version) {
    const question = this.questions.find((waiting) => waiting.tap === tap);
    if (!question || !isChoice(question.matter, choice)) {
      this.#tell(true); // the page that offered it is stale
      return { conflict: "out_of_date" };
    }
    const settled = settlement(this.#server, question, choice);
    const { writes, round } = settled;
    const answer = writes.length
      ? this.tap({ entries: writes, round, unasked: choice === "neither" })
      : { kept: true };
    if (answer.kept) this.#settle(question, settled, seen);
    return answer;
  }

  /** @param {WaitingQuestion} question @param {Fate} settled @param {number} seen */
  #settle(question, { done, leftOut, asks, goesOn }, seen) {
    if (leftOut.length) setAside(this.link, { ...question, lines: this.linesOf(leftOut, question.matter) }, leftOut);
    for (const command of asks) {
      askAgain(command, seen);
      command.seated = { ...this.#seatedNow, ...command.seated }; // the answer may have added entries
    }
    restAnew(this.#server, asks);
    goesOn.forEach(goOn);
    this.outbox.drop([...done, ...leftOut]);
    this.outbox.change([...asks, ...goesOn]).then(() => this.sender.wake());
    this.#show(true);
  }

  // Whether no later entry depends on this one.
  /** @param {number} sequence */
  canUndo(sequence) {
    return isAlone(this.#server, { entries: [{ kind: "entry_undone", sequence }], round: null });
  }

  // The taps of these commands, line by line; `matter` is the subject of their question.
  /** @param {Command[]} commands @param {Matter | NoMatter} matter */
  linesOf(commands, matter) {
    const late = matter.kind === "two_rounds" ? matter : null;
    return linesOf(this.fold, this.#server, commands, late, (command, seat) => this.#nameOf(command, seat));
  }

  // The player whom a command means by this seat, at the table or not, by the name at that time.
  /** @param {Command} command @param {Seat} seat @returns {string} */
  #nameOf({ seated }, seat) {
    const key = seated?.[seat] ?? String(seat);
    const keysOf = this.#keysOf;
    const waiting = this.outbox.commands.find(({ tap }) => tap === key)?.entries[0];
    const entry = this.entries.find((_, index) => keysOf(index + 1).includes(key)) ?? waiting;
    return entry?.name ?? this.seats.names[Number(key)] ?? "";
  }

  // Ask again about commands that were left out, with the same question.
  /** @param {Command[]} commands */
  bringBack(commands) {
    const { dropped } = restOn(commands, this.names);
    // The others have no target in this log.
    const [first, ...behind] = commands.filter((command) => !dropped.includes(command));
    if (!first) return Promise.resolve();
    Object.assign(first, { asked: commands[0].asked, under: null });
    for (const command of behind) command.under = first.tap;
    const there = [first, ...behind];
    stateSeats(this.#server, there, this.#keysOf);
    const stored = there.map((command) => this.outbox.add(command));
    this.#show(true);
    return Promise.all(stored);
  }

  // If both versions of a round are equal there is no question.
  #settleAgreed() {
    for (const question of this.questions) {
      const { matter } = question;
      if (matter.kind !== "two_rounds" || !agrees(matter)) continue;
      const settled = settlement(this.#server, question, "theirs");
      this.#settle(question, { ...settled, leftOut: [], done: matter.commands }, this.version);
    }
  }

  // The server has another log than this page, after a restore. The user is asked about the entries that it lacks.
  async #goesAnotherWay() {
    if (this.#isStray) return;
    this.#isStray = true;
    const told = await wholeLog(this.log);
    if (told?.trouble !== undefined) return this.#say("tail", told.trouble); // nothing is sent until then
    if (told) await this.#goOnFrom(told);
    this.#isStray = false;
    if (told) await this.#hear((await tailOf(this.log, this.version)) ?? {}); // newer entries
    this.#show(false);
    this.sender.wake();
  }

  // The restored book lacks this game: start it again, or continue it if another phone has, and send the missing
  // entries.
  async startAgain() {
    if (this.#isStray || !this.isMissing || this.#isStarting) return;
    this.#isStarting = this.#isWantedBack = true;
    this.failed = await startAnew(this.data, /** @type {Restart} */ (this.restart));
    this.#isStarting = false;
    // The response may be lost; the tail reports that the game is there.
    this.#isWantedBack = this.failed === null || this.failed === "alone";
    if (this.failed) return this.#tell(true);
    // Before the sender is woken, because it would send commands based on the previous log.
    const going = this.#goesAnotherWay();
    this.#say("tail", null);
    await going;
    this.tail.listen();
  }

  /** @param {WholeLog} told */
  async #goOnFrom(told) {
    const ours = { entries: this.entries, names: this.names, ruleset: this.#server.ruleset };
    const names = told.entries.map(({ name }) => name);
    const { since, lost, rebase } = compare(ours, told, this);
    if (this.#isWantedBack) for (const command of lost) command.lost = null;
    else if (lost.length && this.mayScore) await tell(this.log, this.data.key, ours, since, lost);
    const waiting = this.outbox.commands.filter((command) => !isLost(command)).map(rebase);
    for (const command of waiting) nameBasis(command, names);
    this.outbox.change(waiting);
    const stored = this.outbox.putFirst(this.mayScore ? lost : []);
    const { entries, others } = readLines(told.entries);
    this.others = new Set(others);
    this.names = names;
    this.#taps.clear();
    this.#knowTaps(told.entries);
    Object.assign(this, { mark: told.mark, book: told.book, at: told.at });
    this.#server = fold(told.ruleset, this.seats, entries);
    const changed = new Set();
    const kept = this.#keptOf(told.entries);
    this.outbox.drop(kept.flatMap((answer) => settle(this.#server, this.outbox.commands, answer, changed)));
    this.outbox.change([...changed]);
    keepCopy(this);
    this.#isWantedBack = false;
    this.#show(false);
    await stored;
  }

  // The lost entries are sent again, in their order and before all waiting commands.
  resend() {
    const { lost } = this;
    for (const command of lost) command.lost = null;
    this.outbox.change(lost).then(() => this.sender.wake());
    this.#show(true);
  }

  // They are left out.
  goWithout() {
    const { kept, dropped } = without(this.lost, this.outbox.commands);
    this.#leaveOut(dropped);
    this.outbox.drop(dropped);
    restAnew(this.#server, kept);
    this.outbox.change(kept).then(() => this.sender.wake());
    this.#show(true);
  }

  // Dropped by the user: the history lists it, without the names of a game whose link has ended.
  /** @param {Command[]} commands */
  #leaveOut(commands) {
    const lines = this.linesOf(commands, {});
    if (lines.length) setAsideUnasked(this.link, isEnded(this.#troubles.tail ?? null) ? null : lines, commands);
  }

  // Apply a response of the server: newer entries, their authors, and the results of commands.
  /** @param {Told} told @param {Map<string, string>} [sent] */
  async #hear(told, sent) {
    if (told.stray || this.#isOtherLog(told)) return this.#goesAnotherWay();
    if (this.#isStray) return;
    if (!continues(told.entries, this.version)) {
      told = { ...told, entries: [], ...(await tailOf(this.log, this.version)) };
      if (this.#isStray || !continues(told.entries, this.version)) return; // another response was faster
      if (this.#isOtherLog(told)) return this.#goesAnotherWay();
    }
    const { entries = [], answers = [] } = told;
    const counting = JSON.stringify(this.phones);
    const known = this.questions.map(({ tap }) => tap);
    const own = this.#merge(told);
    const changed = new Set(this.#nameSeated(answers));
    const gone = [...own, ...answers].flatMap((answer) => settle(this.#server, this.outbox.commands, answer, changed));
    if (gone.length) this.outbox.drop(gone);
    this.#rebuild();
    seenBy(this.#server, this.outbox.commands, this.others);
    for (const answer of answers)
      if (answer.status !== "kept")
        ask(this.#server, this.outbox.commands, { ...answer, sent: sent?.get(answer.tap) }, changed);
    if (told.phones) this.#hearOf(told.phones);
    if (!entries.length && !answers.length && JSON.stringify(this.phones) === counting) return;
    this.#settleAgreed();
    this.#show(false);
    for (const question of this.questions.filter(({ tap }) => !known.includes(tap))) {
      this.dispatchEvent(new CustomEvent("question", { detail: question }));
    }
    for (const command of changed) nameBasis(command, this.names);
    if (changed.size) await this.outbox.change([...changed]);
  }

  // It may start at an earlier position than ours, after which the server now has other entries.
  /** @param {Told} told */
  #isOtherLog({ entries = [] }) {
    /** @param {LogLine} line */
    const known = ({ number }) => this.names[number - 1];
    return this.mayScore && entries.some((line) => line.name && known(line) && known(line) !== line.name);
  }

  // The players whom waiting commands seated may have an entry in the log now.
  /** @param {CommandAnswer[]} answers */
  #nameSeated(answers) {
    for (const { tap, numbers: [number] = [] } of answers) if (number) this.#taps.set(number, tap);
    const named = [...this.#taps].filter(([number]) => this.names[number - 1]);
    const names = new Map(named.map(([number, tap]) => [tap, resentAs(this.names[number - 1])]));
    return nameSeated(this.outbox.commands, names);
  }

  /** @param {LogLine[]} lines */
  #knowTaps(lines) {
    for (const { number, tap, name } of lines) {
      const by = this.#isResent(name) ? resentAs(name) : tap;
      if (by) this.#taps.set(number, by);
    }
  }

  // Find the targets of undos that another page of this browser has already sent: the log has their numbers, or lacks
  // them. A lost answer is asked for again with the next news of the server.
  async #findTargets() {
    const asked = withoutTarget(this.outbox.commands);
    const told = asked.length ? await tailSince(this.log, asked) : null;
    if (!told || this.#isStray) return; // another log has no information about them
    await this.#hear(told);
    if (this.#isStray) return;
    const lost = withoutTarget(this.outbox.commands).filter((command) => asked.includes(command));
    if (lost.length) this.outbox.drop(lost);
    this.#show(false);
    this.sender.wake();
  }

  /** @param {PhoneAtHand[]} phones */
  #hearOf(phones) {
    this.#heard = { phones, round: this.#server.state.open?.deal.number };
  }

  // Whether it takes back the player of this seat, or a newcomer before them.
  /** @param {Entry} entry */
  #movesThisSeat({ kind, sequence }) {
    const { entries, state } = this.#server;
    const stands = (/** @type {number} */ number) =>
      entries[number - 1].kind === "player_joined" && !state.undone.includes(number);
    const joins = entries.map((_, index) => index + 1).filter(stands);
    const joined = joins[Number(this.seat) - this.seats.names.length];
    return kind === "entry_undone" && joins.includes(sequence) && sequence <= joined;
  }

  // Returns the entries of this phone, as answers to its commands.
  /** @param {Told} told */
  #merge({ entries: lines = [], version, ruleset, mark, book, at }) {
    const news = lines.filter(({ number }) => number > this.version);
    this.#knowTaps(lines);
    for (const { number, here, name } of news) if (!here && !this.#isResent(name)) this.others.add(number);
    const { entries } = readLines(news);
    // Newcomers have their seat again on a page loaded anew.
    if (entries.some((entry) => this.#movesThisSeat(entry))) this.seat = null;
    this.names.push(...news.map(({ name }) => name));
    if (version === this.version + news.length) Object.assign(this, { mark, book, at });
    const isOther = ruleset && Number(version) >= this.version; // an older response has older rules
    if (news.length || isOther) {
      this.#server = fold(ruleset ?? this.ruleset, this.seats, [...this.entries, ...entries]);
      keepCopy(this);
    }
    return this.#keptOf(lines);
  }

  // These waiting commands are stored: they were received, or another phone has resent the same entries.
  /** @param {LogLine[]} lines @returns {KeptAnswer[]} */
  #keptOf(lines) {
    const byTap = new Map();
    for (const { number, tap, name } of lines) {
      for (const key of new Set([tap, this.#isResent(name) && resentAs(name)]))
        if (key) byTap.set(key, [...(byTap.get(key) ?? []), number]);
    }
    return [...byTap].map(([tap, numbers]) => ({ tap, status: "kept", numbers }));
  }

  /** @param {string} name */
  #isResent(name) {
    return this.outbox.has({ tap: resentAs(name) });
  }

  /** @param {"sender" | "tail"} who @param {Trouble} trouble */
  #say(who, trouble) {
    const of = trouble === "missing" ? "tail" : who; // whichever notices first: the tail reports when the game is back
    const before = this.#troubles[of] ?? null;
    if (trouble === "missing" && isEnded(before)) trouble = "gone"; // no backup has lost it
    // New entries do not make an unreadable log readable.
    if (before === trouble || (before === "key" && !trouble && this.#isStray)) return;
    this.#troubles[of] = trouble;
    if (before === "missing") this.sender.wake();
    if (before === "alone" && !trouble) this.#findTargets();
    if (isEnded(trouble)) {
      forgetGame(this);
      forgetNames(this.link);
    }
    this.#tell(false);
  }

  /** @param {boolean} own */
  #show(own) {
    this.#rebuild();
    this.#tell(own);
  }

  #rebuild() {
    holdAnew(this.outbox.commands);
    Object.assign(this, onTop(this.#server, this.outbox.commands, this.#keysOf));
  }

  /** @param {boolean} own */
  #tell(own) {
    this.start?.stands(this.state);
    this.dispatchEvent(new CustomEvent("change", { detail: { own } }));
  }
}
