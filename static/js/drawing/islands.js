// Islands: parts that are drawn separately, such as the row of a player. An element with `data-apart` and an id is
// empty in a new drawing, and filled only if its HTML has changed.
const wanted = new WeakMap(); // the new HTML of an empty island
const had = new WeakMap(); // the HTML of a displayed island

export const isApart = (node) => node.dataset?.apart !== undefined;

// `insides` is the HTML of the islands of this drawing, by id; returns the drawing.
export function fillLater(drawing, insides) {
  for (const one of allIn(drawing).filter(isApart)) wanted.set(one, insides.get(one.id));
  return drawing;
}

const allIn = (drawing) => [drawing, ...(drawing.querySelectorAll?.("[data-apart]") ?? [])];

// Fill all islands of a drawing that is displayed as a whole.
export function fill(drawing) {
  for (const one of allIn(drawing).filter((one) => wanted.has(one))) {
    one.innerHTML = wanted.get(one);
    had.set(one, wanted.get(one));
    wanted.delete(one);
  }
  return drawing;
}

// The new nodes for the island `now`; null if unchanged. They count as displayed from now on.
export function newInside(now, next) {
  const html = wanted.get(next);
  if (wanted.has(next) && had.get(now) === html) return null;
  had.set(now, html);
  return [...fill(next).childNodes];
}
