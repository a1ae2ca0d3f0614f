// Islands: parts that are drawn separately, such as the row of a player. An element with `data-apart` and an id is
// empty in a new drawing, and filled only if its HTML has changed.
/** @type {WeakMap<Node, string | undefined>} */ const wanted = new WeakMap(); // the new HTML of an empty island
/** @type {WeakMap<Node, string | undefined>} */ const had = new WeakMap(); // the HTML of a displayed island

/** @param {Node} node */
export const isApart = (node) => /** @type {HTMLElement} */ (node).dataset?.apart !== undefined;

// `insides` is the HTML of the islands of this drawing, by id; returns the drawing.
/** @template {Element} E @param {E} drawing @param {Map<string, string>} insides */
export function fillLater(drawing, insides) {
  for (const island of allIn(drawing).filter(isApart)) wanted.set(island, insides.get(island.id));
  return drawing;
}

/** @param {Node} drawing */
const allIn = (drawing) => {
  const whole = /** @type {HTMLElement} */ (drawing);
  return [whole, ...(whole.querySelectorAll?.("[data-apart]") ?? [])];
};

// Fill all islands of a drawing that is displayed as a whole.
/** @template {Node} N @param {N} drawing */
export function fill(drawing) {
  for (const island of allIn(drawing).filter((island) => wanted.has(island))) {
    island.innerHTML = wanted.get(island) ?? "";
    had.set(island, wanted.get(island));
    wanted.delete(island);
  }
  return drawing;
}

// The new nodes for the island `now`; null if unchanged. They count as displayed from now on.
/** @param {Node} now @param {Node} next */
export function newInside(now, next) {
  const html = wanted.get(next);
  if (wanted.has(next) && had.get(now) === html) return null;
  had.set(now, html);
  return [...fill(next).childNodes];
}
