// Two phones counted one hand, and theirs is kept. The server shows both side by side, for it knows whose phone the
// other one was; what waits here waits until somebody has said which one is right, and the answer comes back in the
// address of the page that is opened then.
import { handOf, meldsOf } from "../rules/model/play.js";
import { SCHEMES } from "../rules/judging/scoring.js";
import { sendForm } from "../browser/send_form.js";
import { countAsTyped } from "../views/hand_form.js";

const ANSWER = /^#(mine|theirs)-(\d+)-([\w-]+)$/;
const isCount = ({ entries: [{ kind }] }) => kind === "hand_counted";

export const isOfTwoCounts = ({ state }, { code, commands: [first] }) =>
  code === "two_hands" && isCount(first) && state.open?.deal.number === first.round;

let picked = null; // the question that was answered on the way to this page

// What was picked on the page that showed both, as they were when the log was so long.
export function takeAnswer(game, { hash }) {
  const [, choice, version, tap] = hash.match(ANSWER) ?? [];
  picked = tap;
  const question = game.questions.find((one) => one.tap === tap);
  // Else it is another question by now.
  if (question && isOfTwoCounts(game, question)) game.answer(tap, choice, Number(version));
}

// What is said of it on a page that shows something else: the points of both, and whether more waits for the answer.
export function bothInPoints(game, { tap, commands }) {
  const counts = commands.filter(isCount);
  const [entry] = counts.at(-1).entries;
  const { deal, play } = game.state.open;
  const worth = (hand, melded) => SCHEMES[deal.scoring].worth(deal.values, hand, melded ?? {});
  return {
    tap,
    name: game.state.names[entry.seat],
    mine: worth(entry.hand, entry.melded),
    theirs: worth(handOf(play, entry.seat), meldsOf(play, entry.seat)),
    waits: commands.length > counts.length,
  };
}

// To the page that shows both, once this browser has stored what waits for the answer.
export async function showBoth(game, csrf, { tap, commands }) {
  await null; // whoever tells of the question stores it then
  await game.outbox.read();
  const {
    seen,
    round,
    entries: [entry],
  } = commands.filter(isCount).at(-1);
  const fields = { csrf_token: csrf, tap, version: seen, round, then: "stay", ...countAsTyped(game.fold, entry) };
  if (commands.some((command) => !isCount(command))) fields.waits = "1";
  if (tap === picked) fields.again = "1";
  sendForm(game.log.replace(/log$/, `count/${entry.seat}/both`), fields);
}
