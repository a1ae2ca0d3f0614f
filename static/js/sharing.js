// The system's own share sheet where there is one; else the link is copied, also on plain http.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const field = document.getElementById(button.value);
  button.hidden = false;
  button.textContent = navigator.share ? button.dataset.words : button.dataset.copy;
  button.addEventListener("click", () => (navigator.share ? share(field) : copy(field, button)));
  field.addEventListener("focus", () => field.select());
}

function share(field) {
  navigator.share({ title: field.dataset.title, url: field.value }).catch(() => {}); // changed their mind
}

async function copy(field, button) {
  field.focus();
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => {});
  else document.execCommand("copy"); // navigator.clipboard needs HTTPS
  button.textContent = button.dataset.copied;
}
