// Two phones counted one hand, and the other count is stored. The server shows both side by side, because it knows the
// other phone's label. Dependent commands wait for the answer, which returns in the address of the next page.
import { sendForm } from "../browser/sending.js";
import { worth } from "../rules/judging/scoring.js";
import { countAsTyped } from "../views/hand_form.js";

const ANSWER = /^#(mine|theirs)-(\d+)-([\w-]+)$/;
/** @param {Command} command */
const isCount = ({ entries: [{ kind }] }) => kind === "hand_counted";

/** @param {Pick<OpenGamePage, "state">} game @param {WaitingQuestion} question */
export const isOfTwoCounts = ({ state }, { code, commands: [first] }) =>
  code === "two_hands" && isCount(first) && state.open?.deal.number === first.round;

/** @type {string | undefined} */ let picked; // the question answered on the way to this page

// The answer from the page that showed both counts, as of this version of the log.
/** @param {OpenGamePage} game @param {{ hash: string }} location */
export function takeAnswer(game, { hash }) {
  const [, choice, version, tap] = hash.match(ANSWER) ?? [];
  picked = tap;
  const question = game.questions.find((waiting) => waiting.tap === tap);
  // Otherwise the question has changed.
  if (question && isOfTwoCounts(game, question)) game.answer(tap, choice, Number(version));
}

// The notice on another page: the points of both counts, and whether more commands wait for the answer.
/** @param {OpenGamePage} game @param {WaitingQuestion} question */
export function bothInPoints(game, { tap, commands }) {
  const counts = commands.filter(isCount);
  const [entry] = /** @type {Command} */ (counts.at(-1)).entries;
  const { seat, hand, melded = {} } = entry;
  const { deal, play } = /** @type {OpenRound} */ (game.state.open);
  return {
    tap,
    name: game.state.names[seat],
    mine: worth({ deal, play: { ...play, hands: { [seat]: hand }, melded: { [seat]: melded } } }, seat),
    theirs: worth({ deal, play }, seat),
    waits: commands.length > counts.length,
  };
}

// Go to the page that shows both, once the dependent commands are stored.
/** @param {OpenGamePage} game @param {string} csrf @param {WaitingQuestion} question */
export async function showBoth(game, csrf, { tap, commands }) {
  await null; // the caller stores it in this tick
  await game.outbox.read();
  const { seen, round, entries } = /** @type {Command} */ (commands.findLast(isCount));
  const entry = /** @type {HandCounted} */ (entries[0]);
  const typed = countAsTyped(game.fold, entry);
  /** @type {Fields} */
  const fields = { csrf_token: csrf, tap, version: seen, round, then: "stay", ...typed };
  if (commands.some((command) => !isCount(command))) fields.waits = "1";
  if (tap === picked) fields.again = "1";
  sendForm(game.log.replace(/log$/, `count/${entry.seat}/both`), fields);
}
