// Escape closes the menu or section with the focus, and returns the focus to its button. The parts of a hand are no
// menus: one of them is always open.
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  const open = "details[open]:not(.part-of-two)";
  const box = /** @type {HTMLDetailsElement | null} */ (
    document.activeElement?.closest(open) ?? document.querySelector(".more[open]")
  );
  if (!box) return;
  event.preventDefault();
  box.open = false;
  box.querySelector("summary")?.focus();
});
