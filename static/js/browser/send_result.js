// The system's own share sheet, with the picture where that can be sent too. It has to come soon: a phone opens its
// sheet only right after a tap. The answer is false where it did not open.
const SOON = 900; // milliseconds

export const canSend = Boolean(navigator.share);

export async function send({ title, text, picture }) {
  const files = picture ? await fetched(picture).catch(() => []) : [];
  const all = { title, text, files };
  const sent = files.length && navigator.canShare?.(all) ? all : { title, text };
  return navigator.share(sent).then(
    () => true,
    (error) => error.name === "AbortError",
  ); // changed their mind
}

async function fetched(address) {
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), SOON);
  const answer = await fetch(address, { signal: giveUp.signal });
  return answer.ok ? [new File([await answer.blob()], "result.png", { type: "image/png" })] : [];
}
