// The outbox of a game: commands in the order of their taps, stored in IndexedDB until the server has them.
//
// Changes are made in memory first, then stored in transactions. Commands that cannot be stored are sent from memory,
// and `trouble` gives the reason: "room" (the quota is exceeded) or "memory" (no storage, or it does not answer).
// Storing is retried every few seconds. Pages of one browser share an outbox: each is notified of changes, and `turn`
// lets one page at a time send.
import { painted } from "../browser/page_events.js";
import { inThisTab, nameOfThisPage, takenFromThisTab } from "../browser/storage.js";
import { Database, finished, isFull } from "./database.js";
import { Lease } from "./lease.js";

const RECOVER_EVERY = 5000; // ms
const IS_LINK = /^[\w-]{22}$/;
const PROBE = "x".repeat(4096); // as large as the largest command

// Opens the outbox of the game with this link, with the commands that wait in it.
/** @template {OutboxRow} [Row=Command] @param {string} game @returns {Promise<Outbox<Row>>} */
export async function openOutbox(game) {
  const left = takenFromThisTab(leftBy(game)); // before a failed read reports an empty outbox
  /** @type {Outbox<Row>} */ const outbox = new Outbox(game);
  await outbox.read();
  await outbox.takeOver(JSON.parse(left ?? "[]"));
  return outbox;
}

// Whether commands are waiting, without opening the outbox.
/** @param {string} game */
export async function isEmptyOutbox(game) {
  const database = new Database();
  const stored = await database
    .transact("outbox", "readonly", (outbox) => finished(outbox.index("game").count(game)))
    .catch(() => 0);
  database.close();
  return !stored && !inThisTab((storage) => storage.getItem(leftBy(game)));
}

// The commands waiting for other games and links: [link, commands] each.
/** @param {string} game @returns {Promise<[link: string, commands: Command[]][]>} */
export async function otherOutboxes(game) {
  const database = new Database();
  const rows = await database.transact("outbox", "readonly", (outbox) => finished(outbox.getAll())).catch(() => []);
  database.close();
  const links = new Set(rows.map((row) => row.game).filter((other) => other !== game && IS_LINK.test(other)));
  return [...links].map((link) => [link, rows.filter((row) => row.game === link)]);
}

// Commands that are not in IndexedDB are also in the session storage, under this name, for the next page of the tab.
/** @param {string} game */
const leftBy = (game) => `companion-left-${game}`;

/** @template {OutboxRow} Row */
class Outbox extends EventTarget {
  /** @type {Row[]} */ commands = [];
  /** @type {Trouble} */ trouble = null;
  #database = new Database(() => this.#write([]));
  /** @type {Lease} */ #lease;
  #lost = 0; // connections lost when the rows were last compared with the commands
  /** @type {Set<Row>} */ #unsaved = new Set(); // commands to add or update
  /** @type {Map<string, number | undefined>} */ #gone = new Map(); // tap → order of those dropped here
  /** @type {Promise<unknown>} */ #writing = Promise.resolve();
  #recovery = 0;
  #isClosed = false;

  /** @param {string} game */
  constructor(game) {
    super();
    this.game = game;
    this.#lease = new Lease(this.#database, game, nameOfThisPage());
    this.others = new BroadcastChannel(`companion-${game}`);
    this.others.addEventListener("message", ({ data }) => this.#changedElsewhere(data));
  }

  // Read the rows that other pages left, announced or not. Commands that cannot be stored come last. One that is gone
  // stays displayed until the log has it.
  read() {
    return this.#inTurn(async () => {
      const rows = await this.#database.transact("outbox", "readonly", (outbox) =>
        finished(outbox.index("game").getAll(this.game)),
      );
      const waiting = rows.filter((row) => !this.#isGone(row)).map((row) => this.#newer(row));
      const known = this.commands;
      this.commands = inOrder([
        ...waiting,
        ...known.filter((command) => !waiting.includes(command) && !this.#isSaved(command)),
      ]);
      if (this.commands.some((command) => !known.includes(command))) this.dispatchEvent(new Event("change"));
    });
  }

  /** @param {Pick<Row, "tap">} row */
  has = ({ tap }) => this.commands.some((command) => command.tap === tap);

  /** @param {Row} row */
  #isSaved({ order }) {
    return Boolean(order) && !this.#isUnsure;
  }

  // Rows may have been lost since, or stored despite an error.
  get #isUnsure() {
    return this.#lost !== this.#database.lost;
  }

  /** @param {Row} row */
  #isGone({ tap, order }) {
    if (this.#gone.has(tap)) this.#gone.set(tap, order); // it was being stored
    return this.#gone.has(tap);
  }

  // Only this page knows how much a command has seen; other pages may have changed everything else.
  /** @param {Row} row */
  #newer(row) {
    const ours = this.commands.find(({ tap }) => tap === row.tap);
    if (ours && ours.changes >= row.changes) return Object.assign(ours, { order: row.order });
    if (ours) this.#unsaved.delete(ours);
    return row;
  }

  /** @param {{ gone: string[] }} told */
  async #changedElsewhere({ gone }) {
    this.commands = this.commands.filter(({ tap }) => !gone.includes(tap));
    await this.read();
    this.dispatchEvent(new Event("change"));
  }

  // When the page is hidden there may be no time for IndexedDB, or no IndexedDB.
  leave() {
    const left = this.commands.filter((command) => !this.#isSaved(command));
    inThisTab((storage) =>
      left.length ? storage.setItem(this.#left, JSON.stringify(left)) : storage.removeItem(this.#left),
    );
  }

  /** @param {Row[]} left */
  async takeOver(left) {
    addEventListener("pageshow", ({ persisted }) => persisted && this.leave()); // restored from the back/forward cache
    const added = left.filter((command) => !this.has(command));
    await Promise.all(added.map((command) => this.add({ ...command, order: undefined })));
    this.commands = inOrder(this.commands);
  }

  get #left() {
    return leftBy(this.game);
  }

  // Close: no more notifications or writes.
  close() {
    this.#isClosed = true;
    clearTimeout(this.#recovery);
    this.others.close();
    this.#database.close();
  }

  /** @param {Row} command */
  add(command) {
    this.commands.push(this.#new(command));
    return this.#write([], painted());
  }

  /** @param {Row} command */
  #new(command) {
    this.#unsaved.add(Object.assign(command, { changes: 0, game: this.game }));
    this.#gone.delete(command.tap);
    return command;
  }

  // Insert these before all waiting commands, unless they are there already; sets `isFirst`.
  /** @param {Row[]} commands */
  putFirst(commands) {
    const added = commands.filter((command) => !this.has(command));
    this.commands = inOrder([...this.commands, ...added.map((command) => this.#new(command))]);
    return this.#write([]);
  }

  // Store changed commands; another page may have removed some of them.
  /** @param {Row[]} commands */
  change(commands) {
    for (const command of commands) {
      command.changes += 1;
      this.#unsaved.add(command);
    }
    return this.#write([]);
  }

  // Remove these commands.
  /** @param {Row[]} commands */
  drop(commands) {
    this.commands = this.commands.filter((command) => !commands.includes(command));
    for (const command of commands) {
      this.#unsaved.delete(command);
      this.#gone.set(command.tap, command.order);
    }
    return this.#write(commands.map(({ tap }) => tap));
  }

  // Move commands of an ended link into this outbox, before its own; whether that succeeded.
  /** @param {string} from @param {Row[]} commands */
  async adopt(from, commands) {
    await this.#inTurn(async () => {
      await this.#database.transact("outbox", "readwrite", (outbox) =>
        Promise.all(commands.map((command) => rename(outbox, command, from, this.game))),
      );
    });
    await this.read();
    if (!this.trouble) tell(from, commands);
    return commands.every(this.has);
  }

  // Run this function while no other page of this browser does.
  /** @param {() => Promise<unknown>} work */
  turn(work) {
    if (navigator.locks) return navigator.locks.request(`companion-${this.game}`, work);
    return this.trouble ? work() : this.#lease.during(work);
  }

  // Whether the lease is still ours. Without storage there is none: commands sent by two pages are written once.
  async lease() {
    return Boolean(navigator.locks || this.trouble) || this.#lease.renew();
  }

  /** @param {string[]} gone @param {Promise<unknown>} [from] */
  async #write(gone, from) {
    if (this.trouble) this.leave();
    await this.#inTurn(() => this.#save(), from);
    this.others.postMessage({ gone });
  }

  // Serialised, in the order of the taps.
  /** @param {() => Promise<void>} work @param {Promise<unknown>} [from] */
  #inTurn(work, from) {
    const tries = async () => this.trouble !== "memory" && this.#try(work);
    this.#writing = this.#writing.then(() => from).then(tries);
    return this.#writing;
  }

  // Deletions make room for additions, so they are a transaction of their own.
  async #save() {
    await this.#erase();
    if (this.trouble !== "room") await this.#store();
  }

  async #erase() {
    const gone = [...this.#gone].filter(([, order]) => order);
    if (!gone.length) return;
    await this.#database.transact("outbox", "readwrite", (outbox) =>
      Promise.all(gone.map(([, order]) => finished(outbox.delete(Number(order))))),
    );
    for (const [tap] of gone) this.#gone.set(tap, undefined);
  }

  // One transaction, so that the rows are in the order of the taps.
  async #store() {
    const { lost } = this.#database;
    const isUnsure = this.#isUnsure;
    const commands = this.commands.filter((command) => isUnsure || this.#unsaved.has(command));
    if (!commands.length) return;
    const changes = commands.map((command) => command.changes);
    const orders = await this.#database.transact("outbox", "readwrite", async (outbox) => {
      const rows = isUnsure ? await finished(outbox.index("game").getAll(this.game)) : null;
      return Promise.all(commands.map((command) => store(outbox, command, rows)));
    });
    this.#lost = lost;
    commands.forEach((command, n) => {
      command.order = orders[n];
      if (command.changes === changes[n]) this.#unsaved.delete(command);
    });
  }

  /** @param {() => Promise<void>} work */
  async #try(work) {
    if (this.#isClosed) return;
    try {
      await work();
    } catch (error) {
      this.#fails(isFull(error) ? "room" : "memory");
    }
  }

  /** @param {string} trouble */
  #fails(trouble) {
    if (this.#isClosed) return;
    this.leave();
    clearTimeout(this.#recovery);
    this.#recovery = setTimeout(() => this.#try(() => this.#recover()), RECOVER_EVERY);
    this.#say(trouble);
  }

  /** @param {Trouble} trouble */
  #say(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("change"));
  }

  async #recover() {
    await this.#probe();
    await this.#erase();
    await this.#store();
    this.#say(null);
    await this.#write([]); // commands added meanwhile
    await this.read();
    this.leave();
  }

  // Throws while storage is full: nothing else may be stored before.
  async #probe() {
    const game = `room ${this.game}`;
    await this.#database.transact("leases", "readwrite", (leases) => finished(leases.put({ game, probe: PROBE })));
    await this.#database.transact("leases", "readwrite", (leases) => finished(leases.delete(game)));
  }
}

// Without duplicates, which two pages may have inserted at the same time.
/** @template {OutboxRow} Row @param {Row[]} commands */
function inOrder(commands) {
  const each = [...new Map(commands.map((command) => [command.tap, command])).values()];
  return [...each.filter(({ isFirst }) => isFirst), ...each.filter(({ isFirst }) => !isFirst)];
}

// Unless another page has stored or dropped it.
/** @param {IDBObjectStore} outbox @param {OutboxRow} row @param {string} from @param {string} game */
async function rename(outbox, { order }, from, game) {
  const row = await finished(outbox.get(Number(order)));
  if (row?.game === from) await finished(outbox.put({ ...row, game }));
}

// The channel of the pages of that link.
/** @param {string} link @param {OutboxRow[]} commands */
function tell(link, commands) {
  const others = new BroadcastChannel(`companion-${link}`);
  others.postMessage({ gone: commands.map(({ tap }) => tap) });
  others.close();
}

// The storage key. If rows may have been lost, or stored despite an error, `rows` are those that exist; otherwise a
// missing row was removed by another page, and is not added again.
/** @param {IDBObjectStore} outbox @param {OutboxRow} command @param {OutboxRow[] | null} rows */
async function store(outbox, command, rows) {
  const { order: known, ...row } = command;
  const order = rows ? rows.find(({ tap }) => tap === row.tap)?.order : known;
  if (!order) return finished(/** @type {IDBRequest<number>} */ (outbox.add(row)));
  if (await finished(outbox.getKey(order))) await finished(outbox.put({ ...row, order }));
  return order;
}
