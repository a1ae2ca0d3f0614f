// Whether this answer is that of a restored book which lacks a game. `book` is the id of the book that the game was
// read from, and `at` when its newest entry was written there (ms): a game without anything newer than the backup was
// deleted before that was made.
export function lacksGame({ status, headers }, { book, at }) {
  const theirs = headers.get("Companion-Book");
  const asOf = Number(headers.get("Companion-Book-As-Of"));
  return status === 404 && Boolean(book && theirs) && theirs !== book && !(at <= asOf);
}
