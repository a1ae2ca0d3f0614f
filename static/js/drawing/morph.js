// Patches the DOM to match a new drawing. Unchanged elements stay, so that they keep focus and can be animated.
import { fill, isApart, newInside } from "./islands.js";

// State that is in no drawing: an open menu, buttons that ignore taps for a moment, rolling totals.
const KEPT = ["open", "aria-disabled", "inert", "data-rolling"];

// Elements created or filled by scripts, which are in no drawing either.
const [made, filled] = [new WeakSet(), new WeakSet()];
export const isMade = (node) => made.add(node);
export const isFilled = (node) => filled.add(node);

export function mend(now, next) {
  if (filled.has(now) || now.isEqualNode(next)) return now;
  const isOther = now.nodeName !== next.nodeName || (now.id ?? "") !== (next.id ?? "");
  if (isOther) {
    now.replaceWith(fill(next));
    return next;
  }
  if (now.nodeType !== Node.ELEMENT_NODE) {
    now.data = next.data;
    return now;
  }
  mendAttributes(now, next);
  const inside = isApart(next) ? newInside(now, next) : [...next.childNodes];
  if (inside) mendChildren(now, inside);
  return now;
}

function mendAttributes(now, next) {
  for (const name of now.getAttributeNames())
    if (!next.hasAttribute(name) && !KEPT.includes(name)) now.removeAttribute(name);
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name);
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
}

// Children in order; if their number differs, those that match at the end are kept.
function mendChildren(now, next) {
  const old = [...now.childNodes].filter((node) => !made.has(node));
  let last = 0;
  while (last < Math.min(old.length, next.length) && isLike(old.at(-1 - last), next.at(-1 - last))) last += 1;
  const [rest, wanted] = [old.slice(0, old.length - last), next.slice(0, next.length - last)];
  wanted.forEach((node, n) =>
    rest[n] ? mend(rest[n], node) : now.insertBefore(fill(node), old[old.length - last] ?? null),
  );
  for (const node of rest.slice(wanted.length)) node.remove();
  for (let n = 1; n <= last; n += 1) mend(old.at(-n), next.at(-n));
}

const isLike = (one, other) => one.nodeName === other.nodeName && (one.id ?? "") === (other.id ?? "");
