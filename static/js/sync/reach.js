// Whether the server can be reached now. It is requested, because a browser only knows whether there is some network.
const PATIENCE = 4000; // ms
const AWAY = [502, 503, 504]; // a proxy whose server is down

export const LOCKED = [401, 403]; // a server whose passphrase has changed

export async function isReached(patience = PATIENCE) {
  if (!navigator.onLine) return false;
  try {
    const { href } = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    const { status } = await fetch(href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(patience) });
    return !AWAY.includes(status);
  } catch {
    return false;
  }
}
