// The number of buys: minus and plus change it in place. Without this script they submit the form.
/** @param {ParentNode} root @param {() => void} changed */
export function makeStepper(root, changed) {
  const field = /** @type {HTMLInputElement} */ (root.querySelector("input"));
  const [minus, plus] = root.querySelectorAll("button");
  const output = /** @type {HTMLOutputElement} */ (root.querySelector("output"));
  let shown = field.value === "" && output.dataset.shown ? Number(output.dataset.shown) : null;

  const said = () => (field.value === "" ? null : Number(field.value));
  const number = () => said() ?? shown ?? 0;

  function draw() {
    output.textContent = String(said() ?? shown ?? output.dataset.unknown ?? "");
    minus.disabled = said() === null && !number();
    plus.disabled = number() >= Number(field.dataset.most);
  }

  /** @param {Event} event */
  function step(event) {
    event.preventDefault();
    if (event.currentTarget === plus) field.value = String(number() + 1);
    else field.value = number() ? String(number() - 1) : "";
    draw();
    changed();
  }

  minus.addEventListener("click", step);
  plus.addEventListener("click", step);
  draw();
  return {
    said,
    fill(/** @type {string} */ value) {
      field.value = value;
      draw();
    },
    show(/** @type {number | null} */ buys) {
      // the number that the cards show, unless one was entered
      shown = buys;
      draw();
    },
  };
}
