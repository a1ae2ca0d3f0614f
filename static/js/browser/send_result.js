// The share sheet of the system, with the picture where files can be shared. It must be opened soon, because phones
// require a recent tap. Resolves to false if it did not open.
const SOON = 900; // milliseconds

export const canSend = Boolean(navigator.share);

// `drawn` is the content of the picture, where the browser has to draw it.
export async function send({ title, text, picture, drawn = null }) {
  const files = await filesOf(picture, drawn).catch(() => []);
  const all = { title, text, files };
  const sent = files.length && navigator.canShare?.(all) ? all : { title, text };
  return navigator.share(sent).then(
    () => true,
    (error) => error.name === "AbortError",
  ); // cancelled
}

// The page has loaded the script that draws already, so this also works once the network is gone.
async function filesOf(picture, drawn) {
  if (!drawn) return picture ? fetched(picture) : [];
  const { fileOf, pictureOf } = await import("./result_picture.js");
  return [await fileOf(await pictureOf(drawn))];
}

async function fetched(address) {
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), SOON);
  const answer = await fetch(address, { signal: giveUp.signal });
  return answer.ok ? [new File([await answer.blob()], "result.png", { type: "image/png" })] : [];
}
