// Patches the DOM to match a new drawing. Unchanged elements stay, so that they keep focus and can be animated.
import { fill, isApart, newInside } from "./islands.js";

// State that is in no drawing: an open menu, buttons that ignore taps for a moment, rolling totals.
const KEPT = ["open", "aria-disabled", "inert", "data-rolling"];

// Elements created or filled by scripts, which are in no drawing either.
/** @type {WeakSet<Node>[]} */ const [made, filled] = [new WeakSet(), new WeakSet()];
/** @param {Node} node */
export const isMade = (node) => made.add(node);
/** @param {Node} node */
export const isFilled = (node) => filled.add(node);

/** @param {Drawn} now @param {Drawn} next */
export function mend(now, next) {
  if (filled.has(now) || now.isEqualNode(next)) return now;
  if (!isLike(now, next)) {
    now.replaceWith(fill(next));
    return next;
  }
  if (now.nodeType !== Node.ELEMENT_NODE) {
    now.data = next.data;
    return now;
  }
  mendAttributes(/** @type {Element} */ (now), /** @type {Element} */ (next));
  const inside = isApart(next) ? newInside(now, next) : [...next.childNodes];
  if (inside) mendChildren(now, inside);
  return now;
}

/** @param {Element} now @param {Element} next */
function mendAttributes(now, next) {
  for (const name of now.getAttributeNames())
    if (!next.hasAttribute(name) && !KEPT.includes(name)) now.removeAttribute(name);
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name) ?? "";
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
}

// Children in order; if their number differs, those that match at the end are kept.
/** @param {Node} now @param {ChildNode[]} next */
function mendChildren(now, next) {
  const old = [...now.childNodes].filter((node) => !made.has(node));
  let last = 0;
  while (last < Math.min(old.length, next.length) && isLike(fromEnd(old, last), fromEnd(next, last))) last += 1;
  const [rest, wanted] = [old.slice(0, old.length - last), next.slice(0, next.length - last)];
  wanted.forEach((node, n) =>
    rest[n] ? mend(rest[n], node) : now.insertBefore(fill(node), old[old.length - last] ?? null),
  );
  for (const node of rest.slice(wanted.length)) node.remove();
  for (let n = 0; n < last; n += 1) mend(fromEnd(old, n), fromEnd(next, n));
}

/** @param {ChildNode[]} nodes @param {number} n */
const fromEnd = (nodes, n) => nodes[nodes.length - 1 - n];

/** @param {Drawn} now @param {Drawn} next */
const isLike = (now, next) => now.nodeName === next.nodeName && (now.id ?? "") === (next.id ?? "");
