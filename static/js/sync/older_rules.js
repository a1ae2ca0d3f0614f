// Games that an earlier version of the app stored on this phone have its rules. A new key of `ruleset_data` gets its
// earlier meaning here: tests/js/test_older_rules_in_node.py.

// A stored game with the rules of this version.
/** @template {{ ruleset: Ruleset }} Game @param {Game} game @returns {Game} */
export const inTodaysRules = (game) => ({ ...game, ruleset: withNewerKeys(game.ruleset) });

/** @param {any} rules @returns {Ruleset} */
function withNewerKeys(rules) {
  const { knocking, settlement, drops, end } = rules;
  return {
    endings: knocking ? (knocking.big_gin ? ["knock", "gin", "big_gin"] : ["knock", "gin"]) : [],
    asks_rummy: rules.rummy_doubles,
    lost_lives: null,
    opening: null,
    closing: null,
    dealer: true,
    partners: false,
    ...rules,
    knocking: knocking && { cards: null, ...knocking },
    drops: drops && { most: null, may_eliminate: true, ...drops },
    settlement: settlement && { games: 1, ...settlement },
    end: { rejoins: null, ...end, rejoin: REJOINS[String(end.rejoin)] ?? end.rejoin },
  };
}

/** @type {Record<string, Ruleset["end"]["rejoin"]>} */
const REJOINS = { true: "one_more", false: "no", undefined: "no" };
