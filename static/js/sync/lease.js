// The lease to send, for browsers without locks (plain http): a row that its holder updates every second. Clocks are
// not compared: a waiting page takes over after it has seen the row unchanged often enough.
import { finished } from "./database.js";

/** @typedef {{ beat: number, by: string }} LeaseRow */
const BEAT = 1000; // ms
const LOOKS = 6;

export class Lease {
  /** @param {import("./database.js").Database} database @param {string} game @param {string} by */
  constructor(database, game, by) {
    this.database = database;
    this.game = game;
    this.by = by;
  }

  // Run this function while no other page of this browser does.
  /** @param {() => Promise<unknown>} work */
  async during(work) {
    await this.#take();
    const beating = setInterval(() => this.renew(), BEAT);
    try {
      await work();
    } finally {
      clearInterval(beating);
      await this.#write((row, leases) => row?.by === this.by && finished(leases.delete(this.game)));
    }
  }

  // Whether the lease is ours or free.
  renew() {
    return this.#write((row, leases) => (row && row.by !== this.by ? false : this.#put(leases, row)));
  }

  async #take() {
    /** @type {LeaseRow | undefined} */
    let known;
    for (let looks = 0; ; looks += 1) {
      const found = await this.#write((row, leases) => {
        const isDead = row?.beat === known?.beat && row?.by === known?.by && looks >= LOOKS;
        return row && row.by !== this.by && !isDead ? row : this.#put(leases, row);
      });
      if (found === true) return;
      if (found.beat !== known?.beat || found.by !== known?.by) [known, looks] = [found, 0];
      await new Promise((done) => setTimeout(done, BEAT));
    }
  }

  /** @param {IDBObjectStore} leases @param {LeaseRow} [row] @returns {Promise<true>} */
  async #put(leases, row) {
    await finished(leases.put({ game: this.game, by: this.by, beat: (row?.beat ?? 0) + 1 }));
    return true;
  }

  // Without storage there is no lease: commands sent by two pages are written once.
  /**
   * @template T @param {(row: LeaseRow | undefined, leases: IDBObjectStore) => T} work
   * @returns {Promise<Awaited<T> | true>}
   */
  async #write(work) {
    try {
      return await this.database.transact("leases", "readwrite", async (leases) =>
        work(await finished(leases.get(this.game)), leases),
      );
    } catch {
      return true;
    }
  }
}
