// The answers to doubts that a round is written with. `played` is { ruleset, deal, play }.
import { findDoubts, isAccepted } from "./round.js";

// Doubts that were answered, in the order in which the log has them.
const answerText = ([code, seat]) => `${code}', ${seat ?? "None"}`;
export const sortedAnswers = (accepted) => [...accepted].sort((a, b) => (answerText(a) < answerText(b) ? -1 : 1));

// Only doubts that are there can be answered, and only the app says which nobody was asked about.
export function answered(played, { not_asked: _, ...entry }) {
  return { ...entry, accepted: keysOf(findDoubts(played).filter((found) => isAccepted(entry.accepted, found))) };
}

// With every doubt that was not answered; nothing more where there is none.
export function notAsked(played, entry) {
  const open = keysOf(findDoubts(played).filter((found) => !isAccepted(entry.accepted, found)));
  return open.length ? { ...entry, not_asked: open } : entry;
}

function keysOf(doubts) {
  const keys = new Map(doubts.map(({ code, seat }) => [`${code} ${seat}`, [code, seat]]));
  return sortedAnswers([...keys.values()]);
}

export const answersIn = ({ accepted, not_asked: unasked = [] }) => [...accepted, ...unasked];
