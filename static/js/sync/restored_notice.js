// A notice on server pages of a game: after a restore, the log on this phone may have entries that the server lacks.
// The notice leads to the table, which sends them again.
/** @type {DOMStringMap} */
const said = document.getElementById("live")?.dataset ?? {};
const log = said.restored ? (said.stream ?? "").replace(/live$/, "log") : "";
let isSaid = false;

async function look() {
  if (isSaid || !log || document.hidden) return;
  const answer = await globalThis.caches?.match(log.replace(/log$/, "copy")).catch(() => null);
  const { entries, mark, book } = (await answer?.json().catch(() => null)) ?? {};
  if (!entries || !mark) return;
  const position = new URLSearchParams({ after: entries.length, mark, book });
  const told = await fetch(`${log}?${position}`, { cache: "no-store" }).catch(() => null);
  if (told?.status === 409) tell();
}

function tell() {
  isSaid = true;
  const notice = document.createElement("div");
  notice.className = "doubt restored";
  notice.role = "alert";
  const words = Object.assign(document.createElement("p"), { textContent: said.restored });
  const way = Object.assign(document.createElement("a"), { className: "btn ghost", textContent: said.toTable });
  way.href = log.replace(/log$/, "");
  notice.append(words, way);
  document.querySelector("main")?.prepend(notice);
}

export function noticeRestoredBook() {
  look();
  document.addEventListener("news", look);
}
