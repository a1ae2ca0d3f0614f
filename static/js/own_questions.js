// The questions of an own game: minus and plus beside a number, and melds that come and go without a new page.
for (const dial of document.querySelectorAll(".dial")) {
  const field = dial.querySelector("input");
  const { least, most } = dial.dataset;
  for (const button of dial.querySelectorAll("[data-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const number = (Number(field.value) || 0) + Number(button.dataset.by);
      field.value = Math.min(Number(most), Math.max(Number(least), number));
      field.removeAttribute("aria-invalid");
    });
  }
}

// A name that is typed goes along, wherever the rules card leads.
document.getElementById("name")?.addEventListener("input", ({ target }) => {
  for (const link of document.querySelectorAll("a[href*='name=']")) {
    const there = new URL(link.href);
    there.searchParams.set("name", target.value);
    link.href = there;
  }
});

let steps = Promise.resolve(); // one after another: each starts from what the one before made

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.id !== "answer" || !document.querySelector(".adding") || submitter?.name !== "step") return;
  event.preventDefault();
  if (submitter.value.endsWith(":drop")) {
    if (submitter.hasAttribute("aria-busy")) return; // tapped twice: what it is about may be gone by then
    submitter.setAttribute("aria-busy", "true");
  }
  steps = steps.then(() => take(submitter.name, submitter.value));
});

async function take(name, value) {
  const form = document.getElementById("answer");
  const asked = new URLSearchParams(new FormData(form));
  asked.append(name, value);
  const address = `${form.action}?${asked}`;
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || !page.querySelector(".needed")) throw new Error(answer.statusText);
    history.replaceState(null, "", answer.url); // loaded again it is as it stands
    show(page);
  } catch {
    location.assign(address);
  }
}

// What a finger may be on stays in its place: only what it says changes.
function show(page) {
  for (const part of [".hero", "#sent"]) document.querySelector(part).replaceWith(page.querySelector(part));
  for (const error of document.querySelectorAll("#answer > .error")) error.remove();
  match(".tabs button", page, (tab, next) => (tab.className = next.className));
  const rows = document.querySelector(".needed");
  const next = page.querySelector(".needed");
  if (rows.children.length !== next.children.length) return rows.replaceWith(next);
  match(".needed :is(span, b)", page, (words, other) => (words.textContent = other.textContent));
  match(".needed button", page, (button, other) => (button.ariaLabel = other.ariaLabel));
}

function match(selector, page, each) {
  const others = page.querySelectorAll(selector);
  for (const [n, one] of document.querySelectorAll(selector).entries()) each(one, others[n]);
}
