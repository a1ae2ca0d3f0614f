// The game in an open page: the log that the server has kept, what waits in this browser on top of it, and what follows from both.
// A tap is decided here and shown at once; with the network or without it the calls are the same.
//
//   const game = await openGame(document);      null where the page carries no game
//   game.state, game.fold                       all that follows, with what waits; the fold is what `rules/decide` takes
//   game.entries, game.version                  the log as the server has it, and how long it is
//   game.waiting, game.toSend, game.questions   what the server has not kept: all of it, how many are on their way, those to ask about
//   game.trouble                                null, "alone" (not connected), "memory" (nothing outlives this page), "gone" (the link
//                                               leads nowhere) or "key" (the page must be loaded again before anything is sent)
//   game.tap({ entries, round })                { kept: true }, { refused: code, ... }, { doubts }, { conflict: code } or { waits: true }
//   game.undo()                                 the same, for the last thing done, sent or not
//   game.answer(tap, "keep" | "drop")           what becomes of a question
//   game.sent(milliseconds)                     a promise: whether all is sent by then
//   game.phones                                 the hands that other phones have open: { seat, words, own }
//   "change" (detail: { own })                  any of this is another now; "question" (detail: the question): somebody must be asked
import { moved } from "./moved_seats.js";
import { openOutbox } from "./outbox.js";
import { fold } from "./rules.js";
import { makeSender } from "./sending.js";
import { followTail } from "./tail.js";
import { hold, isAsShown, isHeld, kept, onTop, tapped } from "./waiting.js";

export async function openGame(document) {
  const data = JSON.parse(document.getElementById("game")?.textContent ?? "null");
  return data && new Game(data, await openOutbox(data.link));
}

class Game extends EventTarget {
  #server = null; // the fold of what the server has kept
  #troubles = {};

  constructor(data, outbox) {
    super();
    const { link, seat, seats, may_score: mayScore, others, phones } = data;
    Object.assign(this, { link, seat, seats, mayScore, phones, outbox, others: new Set(others) });
    this.#server = fold(data.ruleset, seats, data.entries);
    const by = (who) => ({
      version: () => this.version,
      hear: (told) => this.#hear(told),
      say: (trouble) => this.#say(who, trouble),
    });
    this.sender = makeSender(data, outbox, by("sender"));
    outbox.addEventListener("change", () => {
      this.#show(false);
      this.sender.wake();
    });
    this.#rebuild();
    followTail(data, by("tail"));
    this.sender.wake();
  }

  get state() {
    return this.fold.state;
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
  get toSend() {
    return this.outbox.commands.filter((command) => !isHeld(command)).length;
  }
  get trouble() {
    return this.#troubles.sender ?? this.outbox.trouble ?? this.#troubles.tail ?? null;
  }

  // { tap, status, code, sentence, doubts, canKeep, commands, theirs }: the command that was not kept and those that rest on it, and what
  // others have written since it was made.
  get questions() {
    return this.outbox.commands.filter(({ asked }) => asked).map((command) => this.#question(command));
  }

  #question({ tap, seen, asked }) {
    const commands = this.#chain(tap);
    const theirs = this.entries.filter((_, index) => index >= seen && this.others.has(index + 1));
    const canKeep = asked.status === "doubted" || Boolean(this.#lateRound(commands)) || this.#isPossible(commands[0]);
    return { tap, ...asked, canKeep, commands, theirs };
  }

  // Decides what was tapped; `round` is the number of the round that it was tapped in, null where it is meant for the game. What is
  // kept is shown at once, waits, and is sent.
  tap({ entries, round = this.state.open?.deal.number ?? null }) {
    const { after, command, answer } = tapped(this.fold, { entries, round }, this.version, this.owners);
    if (answer) return answer;
    if (after !== this.fold) this.#wait(after, command);
    return { kept: true };
  }

  #wait(after, command) {
    this.fold = after;
    this.owners.push(...command.settled.map((_, which) => [command.tap, which]));
    this.outbox.add(command).then(() => this.sender.wake());
    this.#tell(true);
  }

  undo() {
    const { last } = this.state;
    if (!last) return { conflict: "out_of_date" };
    return this.tap({ entries: [{ kind: "entry_undone", sequence: last[0] }], round: null });
  }

  // Whether all is sent; after so many milliseconds at most.
  sent(most) {
    this.sender.wake();
    return new Promise((done) => {
      const look = () => this.toSend || done(true);
      this.addEventListener("change", look);
      setTimeout(() => done(!this.toSend), most);
      look();
    });
  }

  answer(tap, choice) {
    const commands = this.#chain(tap);
    const late = choice === "keep" && this.#lateRound(commands);
    if (late) {
      const answer = this.tap({ entries: [late], round: null });
      if (!answer.kept) return answer;
    }
    if (late || choice === "drop") this.outbox.drop(commands);
    else this.#send(commands);
    this.#show(true);
    return { kept: true };
  }

  // Once more, over what others have written.
  #send(commands) {
    for (const command of commands) {
      const scored = command.entries.find(({ kind }) => ["round_scored", "round_corrected"].includes(kind));
      if (scored && command.asked?.doubts) scored.accepted = command.asked.doubts.map(({ code, seat }) => [code, seat]);
      Object.assign(command, { seen: this.version, made: Date.now(), asked: null, under: null });
    }
    this.outbox.change(commands).then(() => this.sender.wake());
  }

  #chain(tap) {
    return this.outbox.commands.filter((command) => command.tap === tap || command.under === tap);
  }

  // A round that others have written down meanwhile: ours corrects it.
  #lateRound(commands) {
    const ours = commands.find(({ round, entries }) => round && entries.some(({ kind }) => kind === "round_scored"));
    if (!ours || ours.round > this.#server.state.rounds.length) return null;
    const { accepted = [] } = ours.entries.find(({ kind }) => kind === "round_scored");
    return { kind: "round_corrected", number: ours.round, play: ours.rests, accepted };
  }

  #isPossible(command) {
    return onTop(this.#server, [{ ...command, seen: -1, asked: null }]).owners.length > 0;
  }

  // What the server says: the log after what was known, whose it is, and what became of commands.
  async #hear({ entries = [], answers = [], ruleset, phones = this.phones }) {
    const known = new Set(this.questions.map(({ tap }) => tap));
    const written = this.#merge(entries, ruleset);
    const changed = [...written, ...answers].map((answer) => this.#settle(answer));
    const isSame = JSON.stringify(phones) === JSON.stringify(this.phones);
    this.phones = phones;
    if (!entries.length && !answers.length && isSame) return;
    const isStored = changed.some(Boolean) && this.outbox.change(this.outbox.commands);
    this.#show(false);
    for (const question of this.questions.filter(({ tap }) => !known.has(tap))) {
      this.dispatchEvent(new CustomEvent("question", { detail: question }));
    }
    await isStored;
  }

  // Returns what this phone itself has written, as answers to its commands.
  #merge(lines, ruleset = this.ruleset) {
    const news = lines.filter(({ number }) => number > this.version);
    if (!news.length) return [];
    const byTap = new Map();
    let seats = this.#server.state.names.length;
    for (const { number, here, tap, kind } of news) {
      if (!here) this.others.add(number);
      const isOurs = this.outbox.commands.some((command) => command.tap === tap);
      if (kind === "player_joined" && !isOurs) this.#move(number, seats);
      if (kind === "player_joined") seats += 1;
      if (tap) byTap.set(tap, [...(byTap.get(tap) ?? []), number]);
    }
    const entries = news.map(({ number, at, here, tap, ...entry }) => entry);
    this.#server = fold(ruleset, this.seats, [...this.entries, ...entries]);
    return [...byTap].map(([tap, numbers]) => ({ tap, status: "kept", numbers }));
  }

  // What was tapped before this entry was known did not mean who took this seat by it.
  #move(number, seat) {
    for (const command of this.outbox.commands) if (command.seen < number) moved(command, seat);
  }

  // Whether anything that waits is another now.
  #settle({ tap, status, numbers, ...asked }) {
    const { commands } = this.outbox;
    const index = commands.findIndex((command) => command.tap === tap);
    if (index < 0) return false;
    const [command, ...behind] = commands.slice(index);
    if (status === "kept") {
      this.outbox.drop([command, ...kept(command, numbers, this.#server, behind)]);
    } else if (status === "conflict" && command.seen < this.version && isAsShown(this.#server, command)) {
      command.seen = this.version; // what others wrote has changed nothing of it
    } else {
      command.asked = { status, ...asked };
      hold(this.#server, command, behind);
    }
    return true;
  }

  #say(who, trouble) {
    if ((this.#troubles[who] ?? null) === trouble) return;
    this.#troubles[who] = trouble;
    this.#tell(false);
  }

  #show(own) {
    this.#rebuild();
    this.#tell(own);
  }

  #rebuild() {
    Object.assign(this, onTop(this.#server, this.outbox.commands));
  }

  #tell(own) {
    this.dispatchEvent(new CustomEvent("change", { detail: { own } }));
  }
}
