// Whether this answer is that of a restored book which lacks a game. `book` is the id of the book that the game was
// read from, and `at` a time at which that has had it (ms): if that is the book of the backup, and had it before, the
// game was deleted before the backup.
export function lacksGame({ status, headers }, { book, at }) {
  const theirs = headers.get("Companion-Book");
  const [copiedFrom, asOf] = (headers.get("Companion-Book-Backup") ?? "").split(" ");
  return status === 404 && Boolean(book && theirs) && theirs !== book && !(copiedFrom === book && at <= Number(asOf));
}
