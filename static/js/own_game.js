// A step of filling in the form changes its own part of the page and leaves all else as it is typed.
document.addEventListener("submit", async (event) => {
  const step = event.submitter?.value ?? "";
  const part = document.getElementById(step.split(":")[0]);
  if (event.target.id !== "own-game" || event.submitter.name !== "step" || !part) return;
  event.preventDefault();
  event.submitter.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(location.pathname, { method: "POST", body: new FormData(event.target, event.submitter) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById(part.id);
    if (!next || answer.status !== 200) throw new Error(answer.statusText);
    part.replaceWith(next);
    show(next, step);
  } catch {
    HTMLFormElement.prototype.submit.call(withStep(event.target, event.submitter));
  }
});

// The browser sends the form itself and shows what comes of it.
function withStep(form, submitter) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: submitter.name, value: submitter.value });
  form.append(field);
  return form;
}

function show(part, step) {
  const same = [...part.querySelectorAll("button")].find((button) => button.value === step);
  same?.focus({ preventScroll: true });
  if (part.id === "preview") part.scrollIntoView();
}
