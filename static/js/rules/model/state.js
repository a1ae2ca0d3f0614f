// The state of a game; twin of companion/rules/model/state.py.

// Whether nobody went out and the house rule is to deal again.
export const isVoid = ({ ruleset, play }) => play.went_out === null && ruleset.end.blocked === "void";

/** @type {Outcome} */
const IN_PROGRESS = {
  code: "in_progress",
  winners: [],
  round: null,
  finishers: [],
  tied: [],
  playoff: false,
  gone: [],
};

/** @returns {Outcome} */
export const outcomeOf = (known) => ({ ...IN_PROGRESS, ...known });

// Who had this seat in the round with this number.
export const nameIn = ({ takeovers, names }, seat, number) =>
  takeovers.find((one) => one.seat === seat && number <= one.to_round)?.former ?? names[seat];

export const isOver = ({ code }) => code !== "in_progress" && code !== "playoff_needed";
