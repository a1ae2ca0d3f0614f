// The players of each seat: a player is named by the entry that seated them; twin of companion/rules/fold/log.py.
export const FIRST = 0;

// By seat, the numbers of the entries that seated its players, in order; the last player has it now. First players are
// FIRST at their seats.
/** @param {Seats} seats @param {Entry[]} entries @returns {number[][]} */
export function seated({ names }, entries) {
  const found = names.map(() => [FIRST]);
  const undone = new Set(entries.map(({ kind, sequence }) => (kind === "entry_undone" ? sequence : 0)));
  entries.forEach(({ kind, seat }, index) => {
    if (undone.has(index + 1)) return;
    if (kind === "player_joined") found.push([index + 1]);
    if (kind === "seat_taken_over") found[seat]?.push(index + 1);
  });
  return found;
}
