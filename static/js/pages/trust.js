// The steps to https: once this device trusts the certificate, the app opens.
const PATIENCE = 4000; // ms; a name that nobody has is sought for longer
const apps = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-app]"))];
// The best address stands last on the page, in the dock.
const addresses = [...apps.slice(-1), ...apps.slice(0, -1)].map(({ href }) => href);

/** Whether the app answers at this address, and this device trusts its certificate. @param {string} address */
const answers = (address) =>
  fetch(new URL("/healthz", address), {
    mode: "no-cors",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  }).then(
    () => true,
    () => false,
  );

async function openTheApp() {
  const found = await Promise.all(addresses.map(answers));
  const address = addresses[found.indexOf(true)];
  if (address) location.replace(address);
}

/** An iPad says that it is a Mac, but it is touched. */
function showTheStepsOfAnIpad() {
  const [ios, mac] = ["ios", "macos"].map(
    (device) => /** @type {HTMLDetailsElement} */ (document.querySelector(`[data-device="${device}"]`)),
  );
  if (mac.open && navigator.maxTouchPoints) [ios.open, mac.open] = [true, false];
}

showTheStepsOfAnIpad();
openTheApp();
// Back from the settings of the device.
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && openTheApp());
addEventListener("pageshow", ({ persisted }) => persisted && openTheApp());
