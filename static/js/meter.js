// One cell a card.
export function drawMeter(meter, held, cards) {
  const cells = Array.from({ length: held }, (_, number) => {
    const cell = document.createElementNS(meter.namespaceURI, "rect");
    const shape = { class: number < cards ? "have" : "", x: number * 10, width: 8.6, height: 14, rx: 1.4 };
    for (const [name, value] of Object.entries(shape)) cell.setAttribute(name, value);
    return cell;
  });
  meter.setAttribute("viewBox", `0 0 ${held * 10 - 1.4} 14`);
  meter.replaceChildren(...cells);
}
