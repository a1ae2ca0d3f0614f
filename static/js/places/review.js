// The review: the round as it will be written, with its doubts.
import { isOutOfTheGame } from "../rules/fold/standings.js";
import { hasEnded } from "../views/open_round.js";
import { reviewView } from "../views/review_view.js";

/** @param {PlacePage} page @returns {Place} */
export function reviewPlace({ game, tap, draw, say }) {
  function model() {
    const shown = reviewView(game.fold, { counting: game.counting });
    for (const hand of shown.counting) hand.phone = game.phoneAt(hand.seat);
    return shown;
  }

  // Write only what is displayed, nothing that arrived since.
  /** @param {HTMLFormElement} form */
  function write(form) {
    const { version } = /** @type {WithFields<{ version: HTMLInputElement }>} */ (form).elements;
    const isAsShown = Number(version.value) === game.state.version;
    const scored = { kind: "round_scored", accepted: answersIn(form) };
    const isWritten = isAsShown && game.tap({ entries: [scored] }).kept;
    say(...(isWritten ? putOut(game) : isAsShown ? [] : /** @type {Words} */ (["changed", {}])));
    return isWritten || draw(true);
  }

  // The knock without deadwood was gin.
  /** @param {Seat} seat */
  function isGin(seat) {
    say();
    tap([{ kind: "went_out", seat, went_rummy: false, ending: "gin" }]);
  }

  return {
    name: "review",
    address: /^review$/,
    model,
    mayGo: () => Boolean(game.mayScore && game.state.open && hasEnded(game.state.open)),
    step({ target, submitter }) {
      if (target.id === "gin") return () => isGin(Number(submitter?.value));
      return target.id === "write" ? () => write(target) : null;
    },
  };
}

// The message about the players whom the round just written puts out of the game.
/** @param {OpenGamePage} game @returns {Words} */
export function putOut({ ruleset, state: { open, rounds, left, totals, names } }) {
  const out = names.flatMap((name, seat) =>
    left[seat] === rounds.length && isOutOfTheGame(ruleset, totals[seat]) ? { name } : [],
  );
  return open && out.length ? ["put_out", { put_out: out }] : [];
}

// The doubts that were displayed, as `code:seat`; without a seat if about the whole round.
/** @param {HTMLFormElement} form @returns {Answer[]} */
function answersIn(form) {
  return new FormData(form).getAll("accept").map((answer) => {
    const [code, seat] = /** @type {string} */ (answer).split(":");
    return /** @type {Answer} */ ([code, seat === "" ? null : Number(seat)]);
  });
}
