// The progress of a player; twin of web/view_models/open_round.py.

/** @param {number} last @param {Standing} standing @returns {Rank["far"]} */
export function far(last, { on, contracts }) {
  if (!last) return "";
  if (on === null) return "made";
  return /** @type {Rank["far"]} */ ((on > last ? "finished" : "on") + (contracts === on - 1 ? "" : "_with"));
}
