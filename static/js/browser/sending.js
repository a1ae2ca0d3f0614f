// Submits these fields as a form would: the browser navigates to the response.
/** @param {string} action @param {Fields} fields */
export function sendForm(action, fields) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}

// The idempotency key of a form: a repeated tap has the same one.
export const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join("-");

const SOON = 900; // milliseconds

export const canSend = Boolean(navigator.share);

// The share sheet of the system, with the picture where files can be shared: `picture` is its address, or `draw` makes
// its file. It must be opened soon, because phones require a recent tap. Resolves to false if it did not open.
/** @param {{ title: string, text: string, picture?: string, draw?: (() => Promise<File>) | null }} result */
export async function send({ title, text, picture, draw = null }) {
  const files = await (draw ? draw().then((file) => [file]) : fetched(picture)).catch(() => []);
  const all = { title, text, files };
  const sent = files.length && navigator.canShare?.(all) ? all : { title, text };
  return navigator.share(sent).then(
    () => true,
    (error) => error.name === "AbortError",
  ); // cancelled
}

/** @param {string} [address] */
async function fetched(address) {
  if (!address) return [];
  const answer = await fetch(address, { signal: AbortSignal.timeout(SOON) });
  return answer.ok ? [new File([await answer.blob()], "result.png", { type: "image/png" })] : [];
}
