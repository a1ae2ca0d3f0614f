// The IndexedDB of this app. A connection that the browser has closed is reopened with the next transaction.
import { inTime } from "./requests.js";

/** @template T @typedef {(store: IDBObjectStore) => T | Promise<T>} StoreWork */
const NAME = "companion";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const finished = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

// A write is durable once its transaction completes: requests may succeed although the commit fails with an exceeded
// quota.
/** @param {IDBTransaction} transaction @returns {Promise<unknown>} */
const completed = (transaction) =>
  new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error ?? new DOMException("closed", "AbortError"));
  });

/** @param {unknown} error */
export const isFull = (error) => /** @type {Error} */ (error).name === "QuotaExceededError";

async function connect() {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("outbox", { keyPath: "order", autoIncrement: true }).createIndex("game", "game");
    asked.result.createObjectStore("leases", { keyPath: "game" });
  };
  const opened = finished(asked);
  try {
    return await inTime(opened);
  } catch (error) {
    opened.then((tooLate) => tooLate.close()).catch(() => {});
    throw error;
  }
}

export class Database {
  /** @type {Promise<IDBDatabase> | null} */ #opening = null;
  lost = 0; // number of lost connections, after which stored rows may be gone, and failed ones stored

  // `isLost` is called when a connection was lost: the browser has closed it, or a transaction has failed.
  constructor(isLost = () => {}) {
    this.isLost = isLost;
  }

  // The result of `work(store)`, once its transaction is complete; throws otherwise.
  /** @template T @param {string} name @param {IDBTransactionMode} mode @param {StoreWork<T>} work */
  async transact(name, mode, work) {
    const database = await (this.#opening ??= this.#open());
    try {
      return await inTime(run(database.transaction(name, mode), name, work));
    } catch (error) {
      if (!isFull(error)) this.#loses(); // then the browser reports nothing
      throw error;
    }
  }

  async #open() {
    try {
      const database = await connect();
      database.onversionchange = () => this.#loses(); // a newer page must not be blocked by this one
      database.onclose = () => this.#loses(); // for example, its data was cleared
      return database;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  #loses() {
    this.close();
    this.isLost();
  }

  close() {
    this.lost += 1;
    this.#opening?.then((database) => database.close()).catch(() => {});
    this.#opening = null;
  }
}

/** @template T @param {IDBTransaction} transaction @param {string} name @param {StoreWork<T>} work */
async function run(transaction, name, work) {
  const stored = completed(transaction);
  stored.catch(() => {}); // work may fail first, with a better error
  try {
    const result = await work(transaction.objectStore(name));
    await stored;
    return result;
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended already.
  }
}
