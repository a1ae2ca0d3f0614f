// What is drawn for itself, such as the line of a player: an element with `data-apart` and an id. It stands there
// empty in a new drawing, and is filled where its HTML is another than before.
const wanted = new WeakMap(); // what an empty one is to hold
const had = new WeakMap(); // what one on the screen was filled with

export const isApart = (node) => node.dataset?.apart !== undefined;

// `insides` are the HTML of those in this drawing, by their ids; the drawing.
export function fillLater(drawing, insides) {
  for (const one of allIn(drawing).filter(isApart)) wanted.set(one, insides.get(one.id));
  return drawing;
}

const allIn = (drawing) => [drawing, ...(drawing.querySelectorAll?.("[data-apart]") ?? [])];

// All that is empty in a drawing that is shown as a whole.
export function fill(drawing) {
  for (const one of allIn(drawing).filter((one) => wanted.has(one))) {
    one.innerHTML = wanted.get(one);
    had.set(one, wanted.get(one));
    wanted.delete(one);
  }
  return drawing;
}

// What is to stand in the place of `now`, as nodes; null where nothing of it is another. The screen has it from now
// on.
export function newInside(now, next) {
  const html = wanted.get(next);
  if (wanted.has(next) && had.get(now) === html) return null;
  had.set(now, html);
  return [...fill(next).childNodes];
}
