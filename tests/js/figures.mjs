// Numbers in words, on pages of either direction.
import { figure, orDash, signed } from "../../static/js/drawing/figures.js";

const numbers = [-1200, -10, 0, 1, 45];
/** @param {string} dir */
function written(dir) {
  globalThis.document = /** @type {Document} */ ({ documentElement: { dir } });
  return { figure: numbers.map(figure), signed: numbers.map(signed), or_dash: [...numbers, null].map(orDash) };
}
console.log(JSON.stringify({ ltr: written("ltr"), rtl: written("rtl") }));
