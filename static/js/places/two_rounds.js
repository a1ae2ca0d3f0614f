// A round with two versions: both side by side, with all waiting commands about it.
import { bySeat, handPoints, isPriced } from "../rules/model/cards.js";
import { playedAs } from "../rules/model/state.js";
import { bothRounds } from "../sync/conflict.js";
import { playAsTyped } from "../views/hand_form.js";

/** @param {PlacePage} page @returns {Place} */
export function twoRoundsPlace(page) {
  const { game } = page;
  /** @param {number} number */
  const find = (number) =>
    game.questions.find(({ matter }) => matter.kind === "two_rounds" && matter.number === number);

  /** @param {number} number */
  function model(number) {
    const { tap, by = "", at, ...question } = /** @type {WaitingQuestion} */ (find(number));
    const matter = /** @type {TwoRounds} */ (question.matter);
    const lines = game.linesOf(matter.commands, matter);
    const others = game.outbox.commands.filter((command) => !matter.commands.includes(command));
    const behind = game.linesOf(others, {});
    const mineAt = Math.max(...matter.commands.map(({ made }) => made));
    return {
      number,
      tap,
      by,
      at: at ?? mineAt,
      mine_at: mineAt,
      rows: bothRounds(game.fold, matter),
      lines,
      count: lines.length,
      behind: { lines: behind, count: behind.length },
    };
  }

  // The page has the cards of the round as it was written: by another wild rank only the points are the same.
  /** @param {Deal} deal @param {RoundPlay} play */
  function inCardsOf(deal, play) {
    const { values } = playedAs(game.ruleset, deal, play).deal;
    /** @param {Hand} hand */
    const inPoints = (hand) => (isPriced(deal.values, hand.cards ?? {}) ? hand : { points: handPoints(values, hand) });
    return bySeat(Object.keys(play.hands), (seat) => inPoints(play.hands[Number(seat)]));
  }

  // If the round cannot be written without a question, its correction page opens with it and asks at the field.
  /** @param {WaitingQuestion} question */
  function correct({ matter }) {
    const { number, scored, mine } = /** @type {TwoRounds} */ (matter);
    const play = { ...mine, hands: inCardsOf(scored.deal, mine) };
    const typed = playAsTyped(game.ruleset, scored.deal, play, scored.play);
    page.leaveWith(`correct/${number}`, { round: number, version: game.version, ...typed });
  }

  addEventListener("click", ({ target }) => {
    /** @type {WithData<"choice", HTMLButtonElement> | null} */
    const button = /** @type {Element} */ (target).closest?.("[data-choice]");
    const question = button && game.questions.find(({ tap }) => tap === button.value);
    if (question && !game.answer(question.tap, button.dataset.choice).kept) correct(question);
  });

  return {
    name: "two_rounds",
    address: /^twice\/(\d+)$/,
    model,
    mayGo: (number) => Boolean(game.mayScore && find(number)),
  };
}
