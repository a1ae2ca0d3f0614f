// Whether the server can be reached at this moment. It is asked: a browser only knows whether there is some network.
const PATIENCE = 4000; // ms
const AWAY = [502, 503, 504]; // so says a proxy of a server that is switched off

export const LOCKED = [401, 403]; // so says a server whose passphrase is another by now

export async function isReached() {
  if (!navigator.onLine) return false;
  try {
    const { href } = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    const { status } = await fetch(href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return !AWAY.includes(status);
  } catch {
    return false;
  }
}
