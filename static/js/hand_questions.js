// What is asked or told about a hand that cannot be kept as it stands.

// In the place of what was told before.
export function showRefusal(words) {
  for (const told of document.querySelectorAll("main > .trouble")) told.remove();
  document.getElementById("questions").before(...words);
  document.querySelector("main > .trouble")?.focus();
}

// It goes with what was wrong; its place stays, so that nothing moves up.
export function forgetErrors(form) {
  for (const error of document.querySelectorAll("main > .trouble, #hand .error")) error.classList.add("settled");
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby"); // what is hidden would still be read out
  }
}

// Another phone counted this hand too, and has it kept: both are shown side by side by the server, who knows whose phone that was.
export async function askTwoHands(game, form, { seat, seen, round }, { tap, commands }) {
  const [entry] = commands[0].entries;
  if (entry.kind !== "hand_counted" || entry.seat !== seat || !form.isConnected) return;
  await game.answer(tap, "drop").stored;
  for (const [name, value] of Object.entries({ version: seen, round, then: "stay" })) {
    const field = form.querySelector(`[name=${name}][type=hidden]`) ?? Object.assign(document.createElement("input"), { type: "hidden", name });
    field.value = value;
    form.append(field);
  }
  form.submit();
}
