// On a wide screen the sheet lies beside the table, with the stylesheet of its own page. Elsewhere nothing is asked for.
const wide = matchMedia("(min-width: 64rem) and (min-height: 30.1rem)");
const beside = document.getElementById("beside");

async function layBeside() {
  if (!wide.matches) return;
  const answer = await fetch(beside.dataset.sheet).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const style of page.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style);
  }
  const sheet = page.querySelector(".scores tbody tr") && page.querySelector(".scores").parentElement;
  beside.hidden = !sheet;
  beside.replaceChildren(...(sheet ? [sheet] : []));
}

wide.addEventListener("change", layBeside);
document.addEventListener("news", layBeside);
layBeside();
