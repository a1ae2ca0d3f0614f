// What is counted reaches the server: one request at a time, in the order of the taps, as often as it takes.
import { lifted } from "./finger.js";
import { newKey } from "./new_key.js";

const SAVE_AFTER = 250;
const RETRY_AFTER = 2000;

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// `hand` is the page: what it sends (body), how it is drawn anew (draw), and what it does once it is kept (heard).
export function makeKeeper(form, hand) {
  const kept = () => form.querySelector("#kept");
  function tell(words) {
    kept().textContent = words;
    kept().classList.toggle("trouble-told", ![kept().dataset.kept, ""].includes(words)); // it says more than the line of the connection
  }
  let timer = 0;
  let unsent = false;
  let unanswered = null; // what was sent and may be kept all the same: sent again it is written once
  let undoing = null;
  let waiting = 0;
  let turns = Promise.resolve();

  function inTurn(step) {
    waiting += 1;
    turns = turns.then(step).finally(() => (waiting -= 1));
    return turns;
  }

  function changed(isHalfTyped) {
    unsent = true;
    if (!undoing) sayNothing();
    if (kept().textContent === kept().dataset.kept) tell("");
    clearTimeout(timer);
    if (!isHalfTyped) timer = setTimeout(save, SAVE_AFTER);
  }

  function save() {
    clearTimeout(timer);
    return inTurn(() => (unsent || unanswered) && send());
  }

  function body(then) {
    const data = hand.body();
    data.set("then", then);
    data.set("key", newKey());
    return data;
  }

  async function send() {
    const isAgain = unanswered !== null;
    unsent = isAgain;
    unanswered ??= body("stay");
    try {
      const answer = await fetch(form.action, { method: "POST", body: unanswered });
      if (answer.status >= 500) return tryAgain();
      unanswered = null;
      await hear(answer, isAgain);
    } catch {
      tryAgain();
    }
  }

  async function hear(answer, isAgain) {
    if (answer.status === 204) {
      form.elements.version.value = answer.headers.get("X-Companion-Version");
      form.dataset.counted = answer.headers.get("X-Companion-Counted");
      tell(unsent ? "" : kept().dataset.kept);
      forgetErrors(form);
      hand.heard();
    }
    if (isAgain) await send(); // what was tapped since
    else if (answer.status === 409) showChoice(await answer.text());
    else if (answer.redirected) arrive(answer, await answer.text());
    else if (answer.status !== 204) notKept(kept().dataset.wrong);
  }

  function notKept(words) {
    unsent = true;
    tell(words);
  }

  function tryAgain() {
    notKept(kept().dataset.lost);
    timer = setTimeout(save, RETRY_AFTER);
  }

  // Undo: the hand as it was opened. What is under way to the server is heard first, and taken back with the rest.
  function undo() {
    clearTimeout(timer);
    unsent = false;
    undoing ??= stamp({ round: form.elements.round.value, opened: form.elements.opened.value, key: newKey() });
    inTurn(takeBack);
  }

  function stamp(values) {
    const data = new FormData();
    data.set("csrf_token", form.elements.csrf_token.value);
    for (const [name, value] of Object.entries(values)) data.set(name, value);
    return data;
  }

  async function takeBack() {
    while (undoing) {
      try {
        if (unanswered) await fetch(form.action, { method: "POST", body: unanswered });
        unanswered = null;
        const answer = await fetch(`${form.action}/undo`, { method: "POST", body: undoing });
        const html = await answer.text();
        await lifted();
        if (answer.status < 500) return takenBack(answer, html);
      } catch {} // no connection: again, as often as it takes
      tell(kept().dataset.lost);
      await pause(RETRY_AFTER);
    }
  }

  // What stands there now may be another phone's count, and that was not taken back.
  function takenBack(answer, html) {
    const opened = Number(form.elements.opened.value);
    undoing = null;
    tell("");
    say(form.dataset.takenBack);
    if (answer.status === 409) showChoice(html);
    else arrive(answer, html);
    if (Number(form.dataset.counted) > opened) sayNothing();
  }

  // The hand as it is kept by now; what was tapped meanwhile stays, and goes on from there.
  function arrive(answer, html) {
    const page = parse(html);
    const next = page.getElementById("hand");
    if (!next || new URL(answer.url).pathname !== new URL(form.action).pathname) return location.assign(answer.url);
    for (const id of ["people", "dock"]) document.getElementById(id).replaceWith(page.getElementById(id));
    if (!unsent) return hand.draw(next);
    for (const name of ["version", "opened"]) form.elements[name].value = next.elements[name].value;
    form.dataset.counted = next.dataset.counted;
    hand.heard();
  }

  let sure = false;
  form.addEventListener("submit", async (event) => {
    if (event.defaultPrevented) return; // something is asked first
    if (!navigator.onLine) { // the browser's own error page would take what is typed with it
      event.preventDefault();
      tell(kept().dataset.offline);
      return;
    }
    clearTimeout(timer);
    unsent = false; // the form itself sends it
    if (sure || !(waiting || unanswered)) return;
    event.preventDefault();
    const button = event.submitter;
    button?.setAttribute("aria-busy", "true"); // it must still be there when its turn comes
    await (waiting ? turns : save());
    button?.removeAttribute("aria-busy");
    if (!form.isConnected) return; // another phone was faster, and the choice is shown instead
    if (unanswered) return; // it is tried again, and nobody is led away from what is not kept
    sure = true;
    form.requestSubmit(button?.form === form ? button : null);
  });

  addEventListener("pagehide", () => {
    navigator.sendBeacon(`${form.action}/open`, stamp({ closed: "yes" }));
    if (undoing) navigator.sendBeacon(`${form.action}/undo`, undoing);
    if (!unsent) return;
    const data = body("leave");
    if (waiting) data.set("version", Number(data.get("version")) + 1); // what is under way came first
    navigator.sendBeacon(form.action, data);
  });

  return {
    changed,
    undo,
    heard: () => turns,
    isQuiet: () => !(unsent || unanswered || undoing),
    isSure: () => !unanswered && !undoing,
    tellTheOthers: () => fetch(`${form.action}/open`, { method: "POST", body: stamp({}) }).catch(() => {}),
  };
}

// In the place of what was said of the step before.
function say(words) {
  const line = Object.assign(document.createElement("p"), { className: "said", textContent: words });
  document.getElementById("said").replaceChildren(line);
}

export const sayNothing = () => document.getElementById("said")?.replaceChildren();

export function forgetErrors(form) {
  for (const error of document.querySelectorAll("main > .trouble, #hand .error")) error.classList.add("settled"); // nothing moves up
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby"); // what is hidden would still be read out
  }
}

// Another phone was faster: the answer is a page that shows both hands, or that the game went on.
function showChoice(html) {
  const page = parse(html);
  for (const part of ["header", "main", ".dock"]) {
    const next = page.querySelector(part);
    if (next) document.querySelector(part).replaceWith(next);
    else document.querySelector(part).remove();
  }
  document.title = page.title;
  document.body.className = page.body.className;
  document.querySelector("[role=alert]")?.focus();
}
