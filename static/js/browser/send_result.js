// The share sheet of the system, with the picture where files can be shared. It must be opened soon, because phones
// require a recent tap. Resolves to false if it did not open.
const SOON = 900; // milliseconds

export const canSend = Boolean(navigator.share);

export async function send({ title, text, picture }) {
  const files = picture ? await fetched(picture).catch(() => []) : [];
  const all = { title, text, files };
  const sent = files.length && navigator.canShare?.(all) ? all : { title, text };
  return navigator.share(sent).then(
    () => true,
    (error) => error.name === "AbortError",
  ); // cancelled
}

async function fetched(address) {
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), SOON);
  const answer = await fetch(address, { signal: giveUp.signal });
  return answer.ok ? [new File([await answer.blob()], "result.png", { type: "image/png" })] : [];
}
