// A step of filling in the form changes its own part of the page and leaves all else as it is typed;
// looking at the rules card checks the whole form, and so changes all of it.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  const step = submitter?.value ?? "";
  const part = step === "preview" ? form : document.getElementById(step.split(":")[0]);
  if (form.id !== "own-game" || submitter?.name !== "step" || !part) return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return; // the next step starts from what this one makes
  for (const busy of [form, submitter]) busy.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(location.pathname, { method: "POST", body: new FormData(form, submitter) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById(part.id);
    // 422: something cannot be right, and the form says what.
    if (!next || (answer.status !== 200 && answer.status !== 422)) throw new Error(answer.statusText);
    unfoldAs(part, next);
    part.replaceWith(next);
    show(next, step);
  } catch {
    HTMLFormElement.prototype.submit.call(withStep(form, submitter));
  } finally {
    for (const busy of [form, submitter]) busy.removeAttribute("aria-busy");
  }
});

// The browser sends the form itself and shows what comes of it.
function withStep(form, submitter) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: submitter.name, value: submitter.value });
  form.append(field);
  return form;
}

function unfoldAs(part, next) {
  for (const open of part.querySelectorAll("details[open][id]")) next.querySelector(`#${open.id}`)?.setAttribute("open", "");
}

function show(part, step) {
  if (step === "preview") return showAnswer(part);
  const same = [...part.querySelectorAll("button")].find((button) => button.value === step);
  same?.focus({ preventScroll: true });
}

function showAnswer(form) {
  const trouble = form.querySelector(".trouble a");
  (trouble ?? form.querySelector("#preview")).scrollIntoView();
  trouble?.focus({ preventScroll: true });
}
