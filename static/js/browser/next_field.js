// Enter goes to the next of these fields. After the last one the keyboard closes, so that the page is visible; nothing
// is submitted.
/** @param {HTMLElement} form @param {() => HTMLInputElement[]} fields */
export const goOnByEnter = (form, fields) =>
  form.addEventListener("keydown", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const at = fields().indexOf(field);
    if (event.key !== "Enter" || event.isComposing || at < 0) return;
    event.preventDefault();
    if (at + 1 < fields().length) fields()[at + 1].focus();
    else field.blur();
  });
