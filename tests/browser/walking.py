"""Taps every control of an open page that has no network, wherever the taps lead."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

# A tap on each kind of control of each place, those tapped least first. A tap is answered if the
# page changes, or if the control is greyed and the page gives the reason. A navigation to another
# page, such as the error page of the browser, ends the script with an exception.
_WALKS = r"""async ([most, reasons]) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const line = () => document.getElementById("live").textContent;
  const words = (text) => text.replace(/\s+/g, " ").trim();
  const placeNow = () => location.pathname.split("/").slice(3).join("/").replace(/\d+/g, "#");
  const own = location.pathname;
  let asked = false; // how many cards of a class; nobody answers
  window.prompt = () => { asked = true; return null; };
  window.print = () => document.body.append(document.createComment("printed"));
  const CONTROLS = "a[href], button, summary, input[type=checkbox], input[type=radio]";
  const isReady = (one) => one.ariaDisabled !== "true" || "waits" in one.dataset;
  const isFree = (one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 &&
    !one.disabled && !one.closest("[inert]") && isReady(one);
  const dialog = () => document.querySelector("dialog[open]");
  const controls = () =>
    [...(dialog() ?? document).querySelectorAll(CONTROLS)].filter(isFree);
  const nameOf = (one) => {
    const said = one.textContent || one.ariaLabel || one.closest("label")?.textContent || "";
    const how = "waits" in one.dataset ? "greyed:" : `${placeNow()} ${one.localName}`;
    return `${how} ${words(said)} ${one.name ?? ""}`.replace(/\d+/g, "#").trim();
  };
  const taps = new Map(); // by the name of the control
  const silent = [];
  let [changes, news] = [0, 0];
  new MutationObserver((records) => {
    changes += records.filter(({ attributeName: name }) =>
      !["aria-disabled", "inert", "aria-busy", "data-rolling"].includes(name)).length;
  }).observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
  const stands = () => JSON.stringify([changes, location.href, scrollY, line(),
    [...document.querySelectorAll("input")].map(({ checked, value }) => [checked, value])]);
  let idle = 0;
  for (let n = 0; n < most && idle < 12; n += 1) {
    let free = controls();
    for (let tries = 0; !free.length && tries < 40; tries += 1) {
      await pause(50);
      free = controls();
    }
    const often = (one) => taps.get(nameOf(one)) ?? 0;
    const next = free.reduce((best, one) => (often(one) < often(best) ? one : best));
    const [name, place, isGreyed] = [nameOf(next), placeNow(), "waits" in next.dataset];
    idle = often(next) ? idle + 1 : 0;
    taps.set(name, often(next) + 1);
    const isBelow = next.hash && next.pathname === location.pathname;
    const isChosen = next.type === "radio" && next.checked; // already: nothing changes
    const before = stands();
    asked = false;
    next.click();
    const isChanged = () => isBelow || isChosen || asked || stands() !== before;
    const isAnswered = () => (isGreyed ? reasons.includes(line()) : isChanged());
    for (let tries = 0; !isAnswered() && tries < 60; tries += 1) await pause(50);
    if (!isAnswered()) silent.push(`${place}: ${name} (${line()})`);
    await pause(20);
    while (document.querySelector("#dock[inert]")) await pause(20);
  }
  await pause(500); // a hand is saved after a moment
  const database = await new Promise((done) => {
    const asked = indexedDB.open("companion");
    asked.onsuccess = () => done(asked.result);
  });
  const commands = await new Promise((done) => {
    const asked = database.transaction("outbox").objectStore("outbox").getAll();
    asked.onsuccess = () => done(asked.result);
  });
  database.close();
  const link = own.split("/")[2];
  const ours = commands.filter(({ game }) => game === link).sort((a, b) => a.order - b.order);
  const waiting = ours.flatMap(({ entries }) => entries);
  return { taps: Object.fromEntries(taps), silent, waiting };
}"""
AWAY = "No connection: that page cannot open now. You can keep playing here."
NO_REFEREE = "No connection: the referee needs the server."


@dataclass(frozen=True)
class Walk:
    """The `taps` by control, those that were not answered, and the entries that wait."""

    taps: dict[str, int]
    silent: list[str]
    waiting: list[dict[str, Any]]


def walks(page: Page, most: int) -> Walk:
    """Tap everything, at most so often. Raises if a tap leaves the page."""
    return Walk(**page.evaluate(_WALKS, [most, [AWAY, NO_REFEREE]]))
