import { isFilled } from "./morph.js";

// One cell per card. Existing cells are reused.
/** @param {Element} meter @param {number} held @param {number} cards */
export function drawMeter(meter, held, cards) {
  if (meter.childElementCount !== held) lay(meter, held);
  [...meter.children].forEach((cell, number) => cell.classList.toggle("have", number < cards));
}

/** @param {Element} meter @param {number} held */
function lay(meter, held) {
  const cells = Array.from({ length: held }, (_, number) => {
    const cell = document.createElementNS(meter.namespaceURI, "rect");
    const shape = { x: number * 10, width: 8.6, height: 14, rx: 1.4 };
    for (const [name, value] of Object.entries(shape)) cell.setAttribute(name, String(value));
    return cell;
  });
  meter.setAttribute("viewBox", `0 0 ${held * 10 - 1.4} 14`);
  meter.replaceChildren(...cells);
  isFilled(meter);
}
