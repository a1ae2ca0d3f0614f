// A step of filling in the form changes its own part of the page and leaves all else as it is typed;
// looking at the rules card checks the whole form, and so changes all of it.
import "./again.js";

let steps = Promise.resolve(); // one after another: each starts from what the one before made of the form

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.id !== "own-game" || submitter?.name !== "step" || !partOf(submitter.value)) return;
  event.preventDefault();
  if (submitter.hasAttribute("aria-busy")) return; // tapped twice: what it is about may be gone by then
  submitter.setAttribute("aria-busy", "true");
  steps = steps.then(() => take(submitter.value)).finally(() => submitter.removeAttribute("aria-busy"));
});

function partOf(step) {
  return document.getElementById(step === "preview" ? "own-game" : step.split(":")[0]);
}

async function take(step) {
  const form = document.getElementById("own-game");
  const part = partOf(step);
  const body = new FormData(form);
  body.append("step", step);
  try {
    const answer = await fetch(location.pathname, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById(part.id);
    // 422: something cannot be right, and the form says what.
    if (!next || (answer.status !== 200 && answer.status !== 422)) throw new Error(answer.statusText);
    unfoldAs(part, next);
    part.replaceWith(next);
    show(next, step);
  } catch {
    sendPlainly(form, step);
  }
}

// The browser sends the form itself and shows what comes of it.
function sendPlainly(form, step) {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "step", value: step }));
  HTMLFormElement.prototype.submit.call(form);
}

function unfoldAs(part, next) {
  for (const open of part.querySelectorAll("details[open][id]"))
    next.querySelector(`#${open.id}`)?.setAttribute("open", "");
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
