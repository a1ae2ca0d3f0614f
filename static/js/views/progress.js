// How near a total is to the limit that ends the game: companion/web/view_models/progress.py in the browser.

const share = (points, limit) => Math.floor((Math.min(Math.max(points, 0), limit) * 100) / limit);

/** @returns {Progress | null} */
export function progress({ end: { limit } }, total, soon = 0) {
  if (limit === null) return null;
  const written = share(total, limit);
  return { to_go: Math.max(limit - total, 0), written, soon: Math.max(share(total + soon, limit) - written, 0) };
}
