// Marking "down" without loading the page anew: the answer's parts take the place of ours.
const swapped = ["bar", "said", "trouble", "table", "undo", "dock"];

let plainly = false; // once this way fails, the browser sends the form, and shows what comes of it

document.addEventListener("submit", async (event) => {
  const name = event.submitter?.name;
  if (plainly || event.target.id !== "table" || (name !== "down" && name !== "back")) return;
  event.preventDefault();
  const focus = event.submitter.id;
  event.submitter.setAttribute("aria-busy", "true");
  try {
    const data = new FormData(event.target, event.submitter);
    const answer = await fetch(event.target.action, { method: "POST", body: data });
    if (answer.status >= 500) throw new Error(answer.statusText);
    show(await answer.text(), focus);
  } catch {
    plainly = true;
    event.target.requestSubmit(event.submitter);
  }
});

function show(html, focus) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!page.getElementById("table")) return location.reload();
  document.title = page.title;
  for (const id of swapped) {
    const now = document.getElementById(id);
    const next = page.getElementById(id);
    if (now && next) now.replaceWith(next);
    else if (next) document.getElementById("table").after(next);
  }
  document.getElementById(focus)?.focus();
}
