// The state of a game; twin of companion/rules/model/state.py.

// Whether nobody went out and the house rule is to deal again.
export const isVoid = ({ ruleset, play }) => play.went_out === null && ruleset.end.blocked === "void";

// The values of the cards when this number is dealt, or this rank is drawn as wild.
export const valuesFor = ({ draws_wild: drawsWild, card_values_for: moving, card_values: usual }, cards, wild) =>
  moving[drawsWild ? (wild ?? "") : cards] ?? usual;

// A play of this deal, which may have drawn another wild rank.
export const playedAs = (ruleset, deal, play) => ({
  ruleset,
  deal: ruleset.draws_wild ? { ...deal, values: valuesFor(ruleset, deal.cards, play.wild) } : deal,
  play,
});

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
