// Makes one drawing into the next, and leaves what is the same where it is: what has the focus keeps it, and what
// changes can move.
import { fill, isApart, newInside } from "./islands.js";

// A menu that somebody has opened, what takes no tap for a moment, totals that are rolling in.
const KEPT = ["open", "aria-disabled", "inert", "data-rolling"];

// What a script has made itself, and what it fills in: neither is in a drawing, and both stay.
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

// One after another; where there are more or fewer, those alike at the end stay alike.
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
