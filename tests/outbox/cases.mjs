// What must hold of a game in an open page, whatever the network does: each case opens games of its own and says what is wrong.
// `waiting` is how much waits in the longest outbox, `longest` how many milliseconds a case may take.
export async function run(load, makeBook, { only = null, waiting = 240, longest = 10_000 } = {}) {
  const [{ openGame }, { openOutbox }, { showState }, { lifted }, starting, rules, deciding, round] = await Promise.all(
    ["game.js", "outbox.js", "state_line.js", "finger.js", "starting.js", "rules.js", "rules/decide.js", "rules/round.js"].map(load),
  );
  const carried = JSON.parse(document.getElementById("game").textContent);
  const faults = [];
  const real = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };
  for (const [name, wanted] of Object.entries(CASES)) {
    if (only && name !== only) continue;
    const link = `case ${Math.random()}`;
    const data = { ...carried, link, log: `/${link}/log`, live: `/${link}/live`, entries: [] };
    const table = makeTable({ openGame, openOutbox, showState, lifted, starting, rules, deciding, round }, makeBook, data);
    try {
      await Promise.race([isEndless(longest), wanted({ ...table, toWait: waiting })]);
    } catch (error) {
      faults.push(`${name}: ${error.stack}`);
    }
    table.end();
    Object.assign(globalThis, real);
  }
  return faults;
}

function makeTable(modules, makeBook, data) {
  const book = makeBook(modules, data);
  const games = [];

  class Stream extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor(url) {
      super();
      if (!url.startsWith(data.live)) return; // of a case that is over
      this.version = Number(new URL(url, location).searchParams.get("after"));
      if (book.isFull) setTimeout(() => this.fail());
      book.listen((otherwise) => {
        const told = otherwise(book.tail("me", this.version));
        this.version = told.version;
        if (this.readyState === 1) this.dispatchEvent(new MessageEvent("tail", { data: JSON.stringify(told) }));
      });
    }
    close() {
      this.readyState = Stream.CLOSED;
    }
    fail() {
      this.close();
      this.dispatchEvent(new Event("error"));
    }
  }
  globalThis.EventSource = Stream;
  globalThis.fetch = async (url, options) => (url.startsWith(data.log) ? book.fetch("me", options, url.split("after=")[1]) : new Response("{}", { status: 404 }));

  return {
    book,
    openOutbox: modules.openOutbox,
    lifted: modules.lifted,
    starting: modules.starting,
    async open(how = {}, pauses = undefined) {
      const others = book.tail("me", 0).entries.filter(({ here }) => !here).map(({ number }) => number);
      const carried = { ...data, entries: book.log().entries, others, ...how };
      const text = { textContent: JSON.stringify(carried) };
      const game = await modules.openGame({ getElementById: () => text }, pauses);
      games.push(game);
      return game;
    },
    line(game) {
      const dataset = { waiting: "To send: ….", sent: "All sent.", alone: "Alone.", away: "That page has to wait.", stay: "Do not leave.", memory: "Stay.", gone: "Gone.", key: "Load." };
      const said = { dataset, textContent: "" };
      return Object.assign(said, modules.showState(game, said, 200, 100));
    },
    end: () => (book.weather = [404]),
  };
}

async function until(holds, what = holds) {
  for (let n = 0; n < 600; n += 1) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`never: ${what}`);
}

// Meanwhile no timer takes longer than this.
function hurried(most, work) {
  const [{ setTimeout: real }, { timeout }] = [globalThis, AbortSignal];
  const soon = (then, milliseconds, ...told) => real(then, Math.min(milliseconds, most), ...told);
  return replaced(globalThis, "setTimeout", soon, () => replaced(AbortSignal, "timeout", () => timeout.call(AbortSignal, most), work));
}

// Meanwhile there are no frames, and nobody waits for one in vain.
function unpainted(work) {
  const { setTimeout: real } = globalThis;
  const butForFrames = (then, milliseconds, ...told) => milliseconds !== 100 && real(then, milliseconds, ...told);
  return replaced(globalThis, "requestAnimationFrame", () => {}, () => replaced(globalThis, "setTimeout", butForFrames, work));
}

async function replaced(owner, name, value, work) {
  const real = owner[name];
  owner[name] = value;
  try {
    return await work();
  } finally {
    owner[name] = real;
  }
}

async function withoutLocks(work) {
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  await Promise.resolve(work()).finally(() => delete navigator.locks);
}

// Meanwhile it is so many milliseconds later.
function later(milliseconds, work) {
  const { now } = Date;
  return replaced(Date, "now", () => now.call(Date) + milliseconds, work);
}

// A request of IndexedDB that comes to nothing, without a word.
const hangs = () => ({});

const isEndless = (longest) => new Promise((_, failed) => setTimeout(failed, longest, new Error("it never ends")));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function same(found, wanted) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

const down = (seat) => ({ kind: "laid_down", seat });
const out = (seat) => ({ kind: "went_out", seat, went_rummy: false });
const hand = (seat, points, isDown = true) => ({
  ...{ kind: "hand_counted", seat, hand: { points }, down: isDown, buys: null, melded: null },
});
const scored = (accepted = []) => ({ kind: "round_scored", accepted });
const joined = (name) => ({ kind: "player_joined", name, before: null });

// A round of four in which Ann goes out.
function plays(game, points = [40, 35, 45]) {
  for (const entries of [[down(0)], [out(0)], ...points.map((left, n) => [hand(n + 1, left)]), [scored()]]) {
    same(game.tap({ entries }), { kept: true });
  }
}
// Twelve taps of a round in which nobody goes out: such a game never ends.
function playsOn(game) {
  const marks = [1, 2, 3].flatMap((seat) => [down(seat), { kind: "took_back", seat }]);
  for (const entry of [...marks, out(null), ...[0, 1, 2, 3].map((seat) => hand(seat, 100, false))]) {
    same(game.tap({ entries: [entry] }), { kept: true });
  }
  const { doubts = [] } = game.tap({ entries: [scored()] });
  if (doubts.length) same(game.tap({ entries: [scored(doubts.map(({ code, seat }) => [code, seat]))] }), { kept: true });
}
const ROUND = ["laid_down", "went_out", "hand_counted", "hand_counted", "hand_counted", "round_scored"];

const CASES = {
  async "a tap is shown at once and kept"({ open, book }) {
    const game = await open();
    same(game.tap({ entries: [down(1)] }), { kept: true });
    same([game.state.open.play.laid_down, game.waiting, game.version], [[1], 1, 0]);
    await until(() => game.waiting === 0);
    same([game.version, book.kinds(), game.state.open.play.laid_down], [1, ["laid_down"], [1]]);
  },

  async "what is not news is not sent, and what cannot be is said"({ open, book }) {
    const game = await open();
    same(game.tap({ entries: [{ kind: "took_back", seat: 1 }] }), { kept: true });
    same(game.tap({ entries: [down(9)] }).refused, "unknown_player");
    same(game.tap({ entries: [down(0)], round: 7 }), { conflict: "out_of_date" });
    same(game.tap({ entries: [scored()] }).refused, "blank_hand");
    same(game.tap({ entries: [{ kind: "rules_changed", options: {}, retold: [] }], round: null }), { waits: true });
    same([game.waiting, book.requests], [0, 0]);
  },

  async "doubts are asked here, and answered they are kept"({ open, book }) {
    const game = await open();
    for (const entries of [[down(0)], [out(0)], [hand(1, 40)], [hand(2, 35)], [hand(3, 1)]]) game.tap({ entries });
    const { doubts } = game.tap({ entries: [scored()] });
    same(doubts.map(({ code, seat }) => [code, seat]), [["points_below_minimum", 3]]);
    same(game.tap({ entries: [scored([["points_below_minimum", 3]])] }), { kept: true });
    await until(() => game.waiting === 0);
    same(book.log().state.rounds[0].accepted, [["points_below_minimum", 3]]);
  },

  async "who counts what is known of one round, and of no page that was kept"({ open, book }) {
    book.weather = ["drop"];
    const phones = [{ seat: 2, words: "Cy's phone", own: false }];
    const game = await open({ phones });
    for (const entries of [[down(0)], [out(0)]]) game.tap({ entries });
    same(game.phones, phones);
    for (const entries of [[hand(1, 40)], [hand(2, 35)], [hand(3, 45)], [scored()]]) game.tap({ entries });
    same(game.phones, []);
    document.documentElement.dataset.kept = "";
    const kept = await open({ phones });
    delete document.documentElement.dataset.kept;
    same(kept.phones, []);
  },

  async "without a network the game goes on, and all of it arrives once, in order"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    plays(game);
    await until(() => book.requests > 0);
    same([game.state.open.deal.number, game.waiting, game.version], [3, 12, 0]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same(book.kinds(), [...ROUND, ...ROUND]);
    same(book.log().state.totals, game.state.totals);
  },

  async "an answer that was lost after the write doubles nothing"({ open, book }) {
    book.weather = ["lose", "lose", "ok"];
    const game = await open();
    plays(game);
    await until(() => {
      dispatchEvent(new Event("online"));
      return game.waiting === 0;
    });
    same(book.kinds(), ROUND);
  },

  async "what the stream brings of our own before the answer is done with"({ open, book }) {
    book.weather = ["lose", "drop"];
    const game = await open();
    plays(game);
    await until(() => book.batches.length === 1);
    book.tell();
    await until(() => game.version === book.log().entries.length);
    same(game.state.totals.length, 4);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same([book.kinds(), game.questions.length], [ROUND, 0]);
  },

  async "a server that is busy is left alone for as long as it says"({ open, book }) {
    book.weather = [[503, { "Retry-After": "0.3" }], "ok"];
    const game = await open({}, { first: 10, longest: 10 });
    game.tap({ entries: [down(1)] });
    await until(() => book.requests === 1);
    game.tap({ entries: [down(2)] });
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same([book.requests, book.sentAt[1] - book.sentAt[0] >= 300], [2, true]);
  },

  async "others' taps come under what waits here"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [down(1)] });
    book.others([down(2)]);
    book.tell();
    same([game.state.open.play.laid_down, game.version, game.waiting], [[1, 2], 1, 1]);
    same(game.tap({ entries: [down(3)] }), { kept: true });
    book.weather = [];
    await until(() => game.waiting === 0);
    same(book.log().entries.map(({ seat }) => seat), [2, 1, 3]);
  },

  async "two phones with the same hand: a question with both, ours is kept if so said"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    for (const entries of [[down(0)], [out(0)]]) book.others(entries);
    book.tell();
    game.tap({ entries: [hand(1, 40)] });
    book.others([hand(1, 90)], { round: 1 });
    let asked = null;
    game.addEventListener("question", ({ detail }) => (asked = detail));
    game.tap({ entries: [hand(2, 30)] });
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => asked && game.waiting === 1);
    same([asked.status, asked.code, asked.canKeep], ["conflict", "two_hands", true]);
    same([asked.commands[0].entries[0].hand.points, asked.theirs[0].hand.points], [40, 90]);
    same([game.state.open.play.hands[1].points, game.state.open.play.hands[2].points], [90, 30]);
    same(game.answer(asked.tap, "keep"), { kept: true });
    await until(() => game.waiting === 0);
    same(book.log().state.open.play.hands[1].points, 40);
  },

  async "two phones with the same hand: theirs stands if so said, and what rested on ours is gone"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    for (const entries of [[down(0)], [out(0)], [hand(2, 30)], [hand(3, 35)]]) book.others(entries);
    book.tell();
    game.tap({ entries: [hand(1, 40)] });
    game.tap({ entries: [scored()] });
    book.others([hand(1, 90)], { round: 1 });
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.questions.length === 1);
    same([game.questions[0].commands.length, game.waiting, game.state.rounds.length], [2, 2, 0]);
    game.answer(game.questions[0].tap, "drop");
    same([game.waiting, game.state.open.play.hands[1].points], [0, 90]);
  },

  async "theirs stands, and what waited for the answer goes on from it"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    for (const entries of [[down(0)], [out(0)], [hand(2, 30)], [hand(3, 35)]]) book.others(entries);
    book.tell();
    for (const entries of [[hand(1, 20)], [hand(1, 40)], [scored()], [down(2)]]) game.tap({ entries });
    book.others([hand(1, 90)], { round: 1 });
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.questions.length === 1 && game.questions[0].commands.length === 4);
    game.answer(game.questions[0].tap, "theirs");
    await until(() => game.waiting === 0);
    same([book.log().state.totals, book.log().state.open.play.laid_down], [[0, 90, 30, 35], [2]]);
    same([book.kinds().slice(4), game.questions.length], [["hand_counted", "round_scored", "laid_down"], 0]);
  },

  async "what was picked of two counts holds for what was looked at: a third one is asked about again"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    for (const entries of [[down(0)], [out(0)]]) book.others(entries);
    book.tell();
    game.tap({ entries: [hand(1, 70)] });
    book.others([hand(1, 90)], { round: 1 });
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.questions.length === 1 && !game.toSend);
    const [{ tap }] = game.questions;
    const shown = game.version;
    book.others([hand(1, 95)], { round: 1 });
    book.tell();
    await until(() => game.version > shown);
    game.answer(tap, "mine", shown);
    await until(() => game.questions.length === 1 && !game.toSend);
    same([book.log().state.open.play.hands[1].points, game.waiting], [95, 1]);
    game.answer(tap, "mine", game.version);
    await until(() => game.waiting === 0);
    same(book.log().state.open.play.hands[1].points, 70);
  },

  async "a hand that waits was seen as long as it is known here, whatever else is heard"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    for (const entries of [[down(0)], [out(0)]]) book.others(entries);
    book.tell();
    game.tap({ entries: [hand(1, 40)] });
    book.others([hand(1, 90)], { round: 1 });
    book.tell();
    same([game.state.open.play.hands[1].points, game.version, game.seenOf(1), game.seenOf(2)], [40, 3, 2, 3]);
    game.tap({ entries: [hand(2, 30)] });
    game.tap({ entries: [hand(1, 45)], seen: game.seenOf(1) });
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.questions.length === 1 && !game.toSend);
    game.tap({ entries: [hand(1, 50)], seen: 2 });
    same([game.questions.length, game.questions[0].commands.length, book.log().state.open.play.hands[1].points], [1, 3, 90]);
    game.answer(game.questions[0].tap, "mine");
    await until(() => game.waiting === 0);
    same([book.log().state.open.play.hands[1].points, book.log().state.open.play.hands[2].points], [50, 30]);
  },

  async "a page that is going sends what waits once more, and it is written once"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    await until(() => book.requests > 0);
    book.weather = ["lose"];
    game.leave();
    await until(() => book.kinds().length);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same(book.kinds(), ROUND);
  },

  async "a tap in a page that is put away is stored at once, for it may never be woken"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    const put = (isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    const isStored = (count) => until(() => game.outbox.commands.filter(({ order }) => order).length === count);
    await unpainted(async () => {
      game.tap({ entries: [down(1)] });
      put(true); // before that is seen
      await isStored(1);
      game.tap({ entries: [down(2)] });
      await isStored(2);
    });
    put(false);
    delete document.hidden;
  },

  async "a round is written as it was shown though others marked something that changes nothing"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    book.others([{ kind: "noted", text: "At the lake" }]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same([book.log().state.rounds.length, book.log().state.note], [1, "At the lake"]);
  },

  async "a round that others have changed meanwhile is asked about"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    book.others([{ kind: "adjusted", seat: 2, adjustment: { points: 10, reason: "late" } }]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.questions.length === 1);
    same(game.questions[0].theirs.map(({ kind }) => kind), ["adjusted"]);
    same([game.waiting, game.version, game.questions[0].canKeep], [1, 6, true]);
    game.answer(game.questions[0].tap, "keep");
    await until(() => game.waiting === 0);
    same(book.log().state.totals, [0, 40, 45, 45]);
  },

  async "a round that others have written meanwhile becomes a correction, or is let go"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    game.tap({ entries: [down(3)] });
    for (const entries of [[down(0)], [out(0)], [hand(1, 5)], [hand(2, 35)], [hand(3, 45)], [scored()]]) book.others(entries);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.questions.length === 1 && game.waiting === 6);
    same([game.waiting, game.state.open.play.laid_down, game.state.totals], [6, [3], [0, 5, 35, 45]]);
    same(game.answer(game.questions[0].tap, "keep"), { kept: true });
    await until(() => game.waiting === 0);
    same([book.kinds().at(-1), book.log().state.totals], ["round_corrected", [0, 40, 35, 45]]);
  },

  async "what does not rest on a refused command goes on"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [{ kind: "player_renamed", seat: 0, name: "Anna" }], round: null });
    game.tap({ entries: [down(2)] });
    book.others([{ kind: "player_renamed", seat: 1, name: "anna" }]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 1);
    same([game.questions[0].code, game.questions[0].canKeep, book.kinds()], ["name_taken", false, ["player_renamed", "laid_down"]]);
    game.answer(game.questions[0].tap, "drop");
    same([game.waiting, game.state.names[1]], [0, "anna"]);
  },

  async "who sits down elsewhere meanwhile does not get our newcomer's hand, in a page that is opened again neither"(table) {
    await CASES["who sits down elsewhere meanwhile does not get our newcomer's hand"](table, true);
  },

  async "who sits down elsewhere meanwhile does not get our newcomer's hand"({ open, book }, isOpenedAgain = false) {
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [joined("Eva")], round: null });
    const seat = game.state.names.length - 1;
    for (const entries of [[down(seat)], [out(null)], [hand(1, 40, null)], [hand(seat, 30)]]) game.tap({ entries });
    book.others([joined("Zoe")]);
    if (isOpenedAgain) await open();
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    const { names, open: current } = book.log().state;
    same(current.play.laid_down.map((one) => names[one]), ["Ben", "Eva"]); // 40 points show that Ben is down
    same([names[seat + 1], current.play.hands[1].points, current.play.hands[seat + 1].points], ["Eva", 40, 30]);
  },

  async "undo reaches what still waits, and the log reads as if it had been online"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [down(1)] });
    game.tap({ entries: [down(2)] });
    same(game.undo(), { kept: true });
    same([game.state.open.play.laid_down, game.waiting], [[1], 3]);
    book.others([down(3)]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same(book.log().entries.map(({ kind, seat, sequence }) => [kind, seat ?? sequence]).slice(1), [
      ...[["laid_down", 1], ["laid_down", 2], ["entry_undone", 3]],
    ]);
    same(book.log().state.open.play.laid_down, [1, 3]);
    same(game.undo(), { kept: true });
    await until(() => game.waiting === 0);
    same(book.log().state.open.play.laid_down, [3]);
  },

  async "an undo of what another phone had said already has nothing to take back"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [down(1)] });
    game.undo();
    book.others([down(1)]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    same([book.kinds(), game.state.open.play.laid_down], [["laid_down"], [1]]);
  },

  async "a page that is opened again goes on with what waited"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    await game.outbox.read();
    const again = await open();
    same([again.waiting, again.state.totals, again.state.open.deal.number], [6, game.state.totals, 2]);
    same(again.undo(), { kept: true });
    same(again.state.rounds.length, 0);
  },

  async "a long outbox is opened, shown and played on, and arrives in order, a hundred at a time"({ open, book, toWait }) {
    book.weather = ["drop"];
    const first = await open();
    while (first.waiting < toWait) playsOn(first);
    await first.outbox.read();
    book.others([{ kind: "noted", text: "Late" }]);
    const game = await open();
    same([game.waiting, game.state.rounds.length, game.state.note], [toWait, toWait / 12, "Late"]);
    same(game.tap({ entries: [down(1)] }), { kept: true });
    same([game.waiting, game.state.open.play.laid_down], [toWait + 1, [1]]);
    const taps = game.outbox.commands.map(({ tap }) => tap);
    book.weather = [];
    dispatchEvent(new Event("online"));
    while (book.batches.length < 1) await pause(5);
    same(game.tap({ entries: [down(2)] }), { kept: true }); // while they are on their way
    same(game.state.open.play.laid_down, [1, 2]);
    while (game.waiting || first.waiting) await pause(20);
    book.tell();
    await until(() => game.version === toWait + 3);
    same([book.kinds().length, Math.max(...book.batches)], [toWait + 3, 100]);
    same([...new Set(book.sent.map(({ tap }) => tap))].slice(0, -1), taps); // some of them again, once the note is known
    same([book.log().state.totals, book.log().state.open.play.laid_down], [game.state.totals, [1, 2]]);
  },

  async "a page that is opened again knows what was written though the answer was lost"({ open, book }) {
    book.weather = ["lose", "drop"];
    const game = await open();
    game.tap({ entries: [down(1)] });
    game.undo();
    await until(() => book.kinds().length === 1 && book.requests > 1);
    book.others([{ kind: "noted", text: "Late" }]);
    const again = await open();
    same([again.waiting, again.state.open.play.laid_down], [1, []]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => again.waiting === 0);
    same([book.kinds(), book.log().entries[2].sequence], [["laid_down", "noted", "entry_undone"], 1]);
  },

  async "two pages of one browser share the outbox, and one of them sends"({ open, book }) {
    book.weather = ["drop"];
    const [one, other] = [await open(), await open()];
    one.tap({ entries: [down(1)] });
    await until(() => other.waiting === 1);
    other.tap({ entries: [down(2)] });
    await until(() => one.waiting === 2);
    same([one.state.open.play.laid_down, other.state.open.play.laid_down], [[1, 2], [1, 2]]);
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => one.waiting === 0 && other.waiting === 0);
    book.tell();
    same([book.kinds(), one.version, other.version], [["laid_down", "laid_down"], 2, 2]);
  },

  async "without locks, as over plain http, one page at a time has a lease"({ open, book, openOutbox }) {
    await withoutLocks(async () => {
      book.weather = ["drop"];
      const [one, other] = [await open(), await open()];
      plays(one);
      await until(() => other.waiting === 6);
      book.weather = [];
      dispatchEvent(new Event("online"));
      await until(() => one.waiting === 0 && other.waiting === 0);
      same(book.kinds(), ROUND);
      const [mine, theirs] = [await openOutbox("leased"), await openOutbox("leased")];
      await mine.turn(async () => same([await theirs.lease(), await mine.lease()], [false, true]));
      same([await theirs.lease(), await mine.lease()], [true, false]);
    });
  },

  async "where the browser keeps nothing it is said, and the taps still arrive"({ open, book }) {
    const { open: opens } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException("no", "SecurityError");
    };
    try {
      book.weather = ["drop", "ok"];
      const game = await open();
      same(game.trouble, "memory");
      plays(game);
      await until(() => book.requests === 1);
      dispatchEvent(new Event("online"));
      await until(() => game.waiting === 0);
      same(book.kinds(), ROUND);
    } finally {
      IDBFactory.prototype.open = opens;
    }
  },

  async "where the browser has no more room what waits stays in the page"({ open, book }) {
    const { add } = IDBObjectStore.prototype;
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [down(1)] });
    await game.outbox.read();
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    try {
      game.tap({ entries: [down(2)] });
      await until(() => game.trouble === "memory");
      book.weather = [];
      dispatchEvent(new Event("online"));
      await until(() => game.waiting === 0);
      same(book.kinds(), ["laid_down", "laid_down"]);
    } finally {
      IDBObjectStore.prototype.add = add;
    }
  },

  async "a command that the server cannot read stops no other"({ open, book }) {
    book.weather = [422, 422, "ok"];
    const game = await open();
    game.tap({ entries: [down(1)] });
    game.tap({ entries: [down(2)] });
    await until(() => game.questions.length === 1 && book.kinds().length === 1);
    same([game.questions[0].code, game.state.open.play.laid_down], ["unreadable", [2]]);
  },

  async "a link that ended, or a page without its key, is said, and nothing is lost"({ open, book }) {
    for (const [status, trouble] of [[404, "gone"], [400, "key"]]) {
      book.weather = [status];
      const game = await open();
      game.tap({ entries: [down(1)] });
      await until(() => game.trouble === trouble);
      same(game.waiting, 1);
      game.outbox.drop(game.outbox.commands);
    }
  },

  async "a server that asks for its passphrase is heard, by what waits and by who only looks, and nothing is lost"({ open, book }) {
    const { fetch: real } = globalThis;
    for (const status of [401, 403]) {
      const asksForIt = async (url, how) => (url === "/key" ? new Response("{}", { status }) : real(url, how));
      await replaced(globalThis, "fetch", asksForIt, async () => {
        const game = await open({ key: null, start: { key: "/key" } });
        game.tap({ entries: [down(1)] });
        await until(() => game.trouble === "key");
        same([game.waiting, book.requests], [1, 0]);
        await game.outbox.drop(game.outbox.commands);
      });
    }
    Object.assign(book, { isFull: true, tails: "locked" });
    const looking = await open();
    await until(() => looking.trouble === "key");
  },

  async "a game that many others came before is sent when the server has said, and no sooner"({ openOutbox, starting }) {
    const starts = await openOutbox(`starts ${Math.random()}`);
    await starts.add({ tap: "one", names: ["Ann", "Bo"], made: Date.now(), start: { to: "/start", key: "/key" } });
    const asked = [];
    const says = async (url) => {
      if (url !== "/start") return new Response("{}");
      asked.push(performance.now());
      const headers = { "Content-Type": "application/json", ...(asked.length === 1 && { "Retry-After": "0.3" }) };
      return new Response('{"link": "one"}', { status: asked.length === 1 ? 429 : 200, headers });
    };
    const said = [];
    await replaced(globalThis, "fetch", says, async () => {
      const look = () => said.push(starts.commands[0].sent);
      starting.sendStarts(starts, { look, say: (_, trouble) => said.push(trouble) }, { first: 10, longest: 10 });
      await until(() => said.includes("many"));
      dispatchEvent(new Event("online"));
      await until(() => said.includes(true));
    });
    same([asked.length, asked[1] - asked[0] >= 300], [2, true]);
  },

  async "what is kept where is said, in the words of the page, and nothing while all is well"({ open, book, line }) {
    const game = await open();
    const said = line(game);
    game.tap({ entries: [down(1)] });
    await until(() => game.waiting === 0);
    same(said.textContent, "");
    book.weather = ["drop"];
    game.tap({ entries: [down(2)] });
    await until(() => said.textContent === "To send: 1.");
    game.tap({ entries: [down(3)] });
    await until(() => said.textContent === "To send: 2."); // once the tap itself is seen
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => said.textContent === "All sent.");
    await until(() => said.textContent === "");
    dispatchEvent(new Event("offline"));
    await until(() => said.textContent === "Alone. Do not leave.");
    book.weather = ["drop"];
    game.tap({ entries: [{ kind: "took_back", seat: 3 }] });
    await until(() => said.textContent.startsWith("Alone. To send: 1."));
    book.weather = [];
    dispatchEvent(new Event("online"));
    await until(() => game.waiting === 0);
    book.tell();
    await until(() => said.textContent === "");
    book.weather = [404];
    game.tap({ entries: [down(0)] });
    await until(() => said.textContent === "Gone.");
  },

  async "what a way to another page has come to is read, whatever arrives in that moment"({ open, book, line }) {
    const game = await open();
    const said = line(game);
    game.tap({ entries: [down(1)] });
    said.reply("away");
    await until(() => game.waiting === 0);
    book.others([down(2)]);
    book.tell();
    await pause(150);
    same(said.textContent, "That page has to wait.");
    await hurried(50, async () => said.reply("away"));
    await until(() => said.textContent === "");
  },

  async "a page that was opened without a network says at once what waits"({ open, book, line }) {
    book.weather = ["drop"];
    const game = await open();
    game.tap({ entries: [down(2)] });
    document.documentElement.dataset.kept = "";
    const said = line(game).textContent;
    delete document.documentElement.dataset.kept;
    same(said, "To send: 1.");
  },

  async "while a finger is on the page nothing is drawn below it, and one of which nothing more is heard holds nothing up"({ lifted }) {
    const finger = (type, pointerId) => dispatchEvent(new PointerEvent(type, { pointerId }));
    let isLifted = false;
    for (const id of [11, 12]) finger("pointerdown", id);
    lifted().then(() => (isLifted = true));
    finger("pointerup", 11);
    finger("click", 11);
    await pause(60);
    same(isLifted, false);
    finger("pointerup", 12);
    await until(() => isLifted);
    await hurried(50, async () => finger("pointerdown", 13));
    await lifted();
  },

  async "a link that ended leads elsewhere, and nothing more is sent"({ open, book }) {
    book.weather = ["elsewhere"];
    const game = await open({}, { first: 10, longest: 10 });
    game.tap({ entries: [down(1)] });
    await until(() => game.trouble === "gone");
    await pause(60);
    same([book.requests, game.waiting], [1, 1]);
  },

  async "a browser that does not answer holds nothing up: the game goes on in this page"({ open, book }) {
    await hurried(20, async () => {
      const game = await replaced(IDBFactory.prototype, "open", hangs, open);
      same(game.trouble, "memory");
      game.tap({ entries: [down(1)] });
      await until(() => game.waiting === 0);
      const other = await open();
      same(other.trouble, null);
      await replaced(IDBObjectStore.prototype, "add", hangs, async () => {
        other.tap({ entries: [down(2)] });
        await until(() => other.trouble === "memory" && other.waiting === 0);
      });
    });
    same(book.kinds(), ["laid_down", "laid_down"]);
  },

  async "a log that is not brought, or only in part, is asked for again"({ open, book }) {
    await hurried(50, async () => {
      for (const trouble of ["hang", "cut"]) {
        Object.assign(book, { isFull: true, tails: trouble });
        const game = await open();
        await until(() => game.trouble === "alone", trouble);
        book.others([{ kind: "noted", text: trouble }]);
        book.tails = "ok";
        dispatchEvent(new Event("online"));
        await until(() => game.trouble === null && game.state.note === trouble);
      }
    });
  },

  async "of news that do not follow on what is known all are asked for"({ open, book }) {
    const game = await open();
    for (const seat of [1, 2]) book.others([down(seat)]);
    book.tell((told) => ({ ...told, entries: told.entries.slice(1) }));
    await until(() => game.version === 2);
    same(game.state.open.play.laid_down, [1, 2]);
  },

  async "other rules are taken though their entries were known, unless they are older"({ open, book }) {
    const game = await open();
    book.others([{ kind: "noted", text: "Late" }]);
    book.tell();
    const says = (marked, version) => book.tell(() => ({ ...book.tail("me", 0), version, ruleset: { ...book.rules, marked } }));
    says("other", 1);
    says("older", 0);
    same([game.version, game.ruleset.marked], [1, "other"]);
  },

  async "who waits until all is sent looks no longer once it is"({ open }) {
    const game = await open();
    game.tap({ entries: [down(1)] });
    same(await game.sent(5000), true);
    let looks = 0;
    Object.defineProperty(game, "toSend", { get: () => (looks += 1) });
    game.dispatchEvent(new Event("change"));
    same(looks, 0);
  },

  async "a page that has lost its turn takes another"({ open, book }) {
    const game = await open({}, { first: 10, longest: 10 });
    const { lease } = game.outbox;
    game.outbox.lease = async () => {
      game.outbox.lease = lease;
      return false;
    };
    game.tap({ entries: [down(1)] });
    await until(() => game.waiting === 0);
    same(book.kinds(), ["laid_down"]);
  },

  async "the turn of a page that was left is that of the next in its tab, and in time anybody's"({ openOutbox }) {
    await withoutLocks(async () => {
      const left = await openOutbox("left");
      same(await left.lease(), true);
      const other = await openOutbox("left");
      same(await other.lease(), false);
      sessionStorage.clear();
      await later(21_000, async () => same(await other.lease(), true));
      dispatchEvent(new Event("pagehide")); // the last that was opened, of all that are left here
      const next = await openOutbox("left");
      same([await next.lease(), await left.lease()], [true, false]);
      same(sessionStorage.length, 0); // a tab that is doubled is another page
    });
  },

  async "whoever waits for a turn is still there to be asked"({ open, book }) {
    const game = await open();
    let goOn = null;
    navigator.locks.request(`companion-${game.link}`, () => new Promise((done) => (goOn = done)));
    await until(() => goOn);
    plays(game);
    await later(11_000, async () => {
      goOn();
      await until(() => game.waiting === 0);
    });
    same(book.sent.map(({ unasked }) => unasked), ROUND.map(() => false));
  },

  async "whoever played on without a network is not, and a round is kept with its doubts"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    await until(() => book.requests > 0);
    await later(11_000, async () => {
      book.weather = [];
      dispatchEvent(new Event("online"));
      await until(() => game.waiting === 0);
    });
    same(book.sent.map(({ unasked }) => unasked), ROUND.map((kind) => kind === "round_scored"));
  },

  async "neither is whoever has left the page, unless a moment ago"({ open, book }) {
    book.weather = ["drop"];
    const game = await open();
    plays(game);
    await game.outbox.read();
    const [soon, late] = [await open(), await later(11_000, open)];
    same([soon, late].map(({ outbox }) => outbox.commands.every(({ goneOn }) => goneOn)), [false, true]);
  },

  async "an undo means what it meant, though what stood before that is asked about"({ open, book }) {
    book.weather = [422, 422, "drop"];
    const game = await open();
    for (const seat of [1, 2]) game.tap({ entries: [down(seat)] });
    game.undo();
    await until(() => game.questions.length === 1);
    await game.outbox.read();
    const again = await open();
    same([game, again].map(({ state }) => state.open.play.laid_down), [[], []]);
  },

  async "another page may do away with what is stored here"({ open, book }) {
    const game = await open();
    const request = indexedDB.deleteDatabase("companion");
    await new Promise((done, failed) => Object.assign(request, { onsuccess: done, onblocked: () => failed(new Error("blocked")) }));
    game.tap({ entries: [down(1)] });
    await until(() => game.waiting === 0);
    same([game.trouble, book.kinds()], ["memory", ["laid_down"]]);
  },
};
