// The progress of a total towards the limit that ends the game; twin of web/view_models/open_round.py.

/** @param {number} points @param {number} limit */
const share = (points, limit) => Math.floor((Math.min(Math.max(points, 0), limit) * 100) / limit);

/** @param {Ruleset} ruleset @param {number} total @param {number} [soon] @returns {Progress | null} */
export function progress({ end: { limit } }, total, soon = 0) {
  if (limit === null) return null;
  const written = share(total, limit);
  return { to_go: Math.max(limit - total, 0), written, soon: Math.max(share(total + soon, limit) - written, 0) };
}
