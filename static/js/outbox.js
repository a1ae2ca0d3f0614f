// The outbox of a game: commands in the order of their taps, kept in this browser (IndexedDB) until the server has them.
//
// Several pages of one browser share it: each is told when another has changed it. Where the browser keeps nothing for us (a private
// window, no room), or does not answer, they wait in this page alone, and `trouble` is "memory". `turn` lets one page at a time send.
import { painted } from "./painted.js";
import { inTime } from "./patience.js";
import { inThisTab, nameOfThisPage, takenFromThisTab } from "./this_page.js";

const LEASE = 20_000; // ms that a page may send before another may take its place
const finished = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

async function open() {
  const asked = indexedDB.open("companion", 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("outbox", { keyPath: "order", autoIncrement: true }).createIndex("game", "game");
    asked.result.createObjectStore("leases", { keyPath: "game" });
  };
  const opened = finished(asked);
  try {
    const database = await inTime(opened);
    database.onversionchange = () => database.close(); // a newer page of ours is not to wait for this one
    return database;
  } catch (error) {
    opened.then((tooLate) => tooLate.close()).catch(() => {});
    throw error;
  }
}

// The outbox of the game with this link, with what waited there before.
export async function openOutbox(game) {
  const database = await open().catch(() => null);
  const outbox = new Outbox(game, database);
  await outbox.read();
  await outbox.takeOver();
  return outbox;
}

// Whether anything waits there, for who only asks.
export async function isEmptyOutbox(game) {
  const database = await open().catch(() => null);
  const stored = database && (await inTime(finished(database.transaction("outbox").objectStore("outbox").index("game").count(game))).catch(() => 0));
  database?.close();
  return !stored && !inThisTab((storage) => storage.getItem(leftBy(game)));
}

// What a page that went could not store any more is in its tab, under this name.
const leftBy = (game) => `companion-left-${game}`;

class Outbox extends EventTarget {
  commands = [];
  #me = nameOfThisPage();
  #writing = Promise.resolve();
  #unwritten = 0;

  constructor(game, database) {
    super();
    Object.assign(this, { game, database });
    this.others = globalThis.BroadcastChannel && new BroadcastChannel(`companion-${game}`);
    this.others?.addEventListener("message", async () => {
      await this.read();
      this.dispatchEvent(new Event("change"));
    });
  }

  get trouble() {
    return this.database ? null : "memory";
  }

  // As other pages have left it. What is still to be stored from here is waited for, and comes last where it cannot be.
  async read() {
    do {
      await this.#inTurn("readonly", async (store) => {
        const stored = await finished(store.index("game").getAll(this.game));
        if (!this.#unwritten) this.commands = [...stored.map((one) => this.#newer(one)), ...this.commands.filter(({ order }) => !order)];
      });
    } while (this.#unwritten);
  }

  // How much a command has seen is known here alone; all else of it another page may have changed.
  #newer(stored) {
    const ours = this.commands.find(({ order }) => order === stored.order);
    return ours && ours.changes >= stored.changes ? ours : stored;
  }

  // What is not stored when this page goes is left to the next one of this tab: there is no time to wait for the database, or there is none.
  leave() {
    const left = this.commands.filter(({ order }) => !order);
    if (left.length) inThisTab((storage) => storage.setItem(this.#left, JSON.stringify(left)));
  }

  async takeOver() {
    addEventListener("pageshow", ({ persisted }) => persisted && takenFromThisTab(this.#left)); // it did not go
    const left = JSON.parse(takenFromThisTab(this.#left) ?? "[]");
    for (const one of left.filter(({ tap }) => !this.commands.some((command) => command.tap === tap))) await this.add(one);
  }

  get #left() {
    return leftBy(this.game);
  }

  // Nobody here is told any more, nor writes.
  close() {
    this.others?.close();
    this.database?.close();
  }

  add(command) {
    command.changes = 0;
    command.game = this.game;
    this.commands.push(command);
    return this.#write(async (store) => (command.order = await finished(store.add(command))), painted());
  }

  // Puts these before all that waits, behind those of them that another page has put there; they are in `commands` at once.
  putFirst(commands, isFirst) {
    const isNew = ({ tap }) => !this.commands.some((one) => one.tap === tap);
    const added = commands.filter(isNew).map((one) => Object.assign(one, { game: this.game, changes: 0 }));
    this.commands = [...this.commands.filter(isFirst), ...added, ...this.commands.filter((one) => !isFirst(one))];
    return this.#write((store) => this.#renumber(store, added, isFirst));
  }

  // In one transaction: what is not stored behind something new is stored anew there.
  async #renumber(store, added, isFirst) {
    const stored = await finished(store.index("game").getAll(this.game));
    const ourOwn = (row) => this.commands.find(({ order }) => order === row.order) ?? row;
    const behind = stored.filter((one) => !isFirst(one)).map(ourOwn);
    const missing = added.filter(({ tap }) => !stored.some((one) => one.tap === tap));
    for (const one of behind) await finished(store.delete(one.order));
    for (const one of [...missing, ...behind]) {
      delete one.order;
      one.order = await finished(store.add(one));
    }
  }

  // These commands were changed; another page may be done with some of them.
  change(commands) {
    for (const one of commands) one.changes += 1;
    const put = async (store, one) => (await finished(store.getKey(one.order))) && finished(store.put(one));
    return this.#write((store) => Promise.all(commands.filter(({ order }) => order).map((one) => put(store, one))));
  }

  // These are done with.
  drop(commands) {
    this.commands = this.commands.filter((one) => !commands.includes(one));
    return this.#write((store) => Promise.all(commands.filter(({ order }) => order).map(({ order }) => finished(store.delete(order)))));
  }

  // Does this work while no other page of this browser does; where the browser has no locks for plain http, by a lease.
  async turn(work) {
    if (navigator.locks) return navigator.locks.request(`companion-${this.game}`, work);
    while (!(await this.lease())) await new Promise((done) => setTimeout(done, LEASE / 10));
    await work().finally(() => this.#leased((store, isOurs) => isOurs && store.delete(this.game)));
  }

  // Takes the turn, or holds it for longer; whether it is ours.
  async lease() {
    if (navigator.locks || !this.database) return true;
    const mine = { game: this.game, by: this.#me, until: Date.now() + LEASE };
    return this.#leased((store, isOurs, isFree) => (isOurs || isFree) && store.put(mine));
  }

  #leased(next) {
    return this.#try(async () => {
      const store = this.#store("leases");
      const { by, until = 0 } = (await finished(store.get(this.game))) ?? {};
      const request = next(store, by === this.#me, until <= Date.now());
      return Boolean(request && (await finished(request), true));
    });
  }

  async #write(work, from) {
    this.#unwritten += 1;
    await this.#inTurn("readwrite", work, from);
    this.#unwritten -= 1;
    this.others?.postMessage("");
  }

  // One after another, in the order of the taps.
  #inTurn(mode, work, from) {
    this.#writing = this.#writing.then(() => from).then(() => this.#try(() => work(this.#store("outbox", mode))));
    return this.#writing;
  }

  #store(name, mode = "readwrite") {
    return this.database.transaction(name, mode).objectStore(name);
  }

  // What the browser refuses to keep waits in this page.
  async #try(work) {
    if (!this.database) return undefined;
    try {
      return await inTime(work());
    } catch {
      this.database?.close();
      this.database = null;
      this.dispatchEvent(new Event("change"));
      return undefined;
    }
  }
}
