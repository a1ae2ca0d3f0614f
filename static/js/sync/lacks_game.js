// Whether a response is that of a restored book which lacks a game. `book` is the id of the book from which the game
// was read, and `at` a time at which it had the game (ms): if that is the book of the backup, and the time is before
// the backup, the game was deleted before the backup.
/** @param {Response} answer @param {{ book: string, at: number }} known */
export function lacksGame({ status, headers }, { book, at }) {
  const theirs = headers.get("Companion-Book");
  const [copiedFrom, asOf] = (headers.get("Companion-Book-Backup") ?? "").split(" ");
  return status === 404 && Boolean(book && theirs) && theirs !== book && !(copiedFrom === book && at <= Number(asOf));
}
