// A link that has ended, or whose game was deleted: lists commands that were not sent. No names are shown, except
// those in the commands themselves.
import { makeDrawer } from "../drawing/draw.js";
import { forgetNames } from "../sync/left_out.js";
import { openOutbox } from "../sync/outbox.js";
import { codeOf } from "../views/open_round.js";

const SAYS_ITS_ROUND = ["round_scored", "round_corrected"];
const section = /** @type {WithData<"player"> | null} */ (document.getElementById("stranded"));
const [, link] = location.pathname.match(/\/g\/([^/]+)\//) ?? [];
if (link) forgetNames(link);
if (section && link) {
  const { commands } = await openOutbox(link);
  if (commands.length) list(section, commands);
}

/** @param {WithData<"player">} section @param {Command[]} commands */
function list(section, commands) {
  const drawer = makeDrawer(document);
  const line = /** @type {HTMLElement} */ (section.querySelector("p"));
  const all = commands.flatMap(({ entries, round }) => entries.map((entry) => ({ entry, round })));
  // Only the last of consecutive counts of one hand.
  /** @param {RoundEntry} tap @param {RoundEntry} [next] */
  const isRecounted = ({ entry: { kind, seat } }, next) =>
    kind === "hand_counted" && next?.entry.kind === kind && next.entry.seat === seat;
  const taps = all.filter((tap, n) => !isRecounted(tap, all[n + 1])).map((tap) => tapOf(tap, section.dataset.player));
  line.textContent = line.textContent.replace("…", String(taps.length));
  const lines = document.createElement("ol");
  lines.append(...taps.flatMap((tap) => drawer.said("tap", tap)));
  section.append(lines);
  section.hidden = false;
}

// Card values are deleted with the game; `someone` are words for the player at a seat.
/** @param {RoundEntry} tap @param {string} someone */
function tapOf({ entry, round }, someone) {
  const { kind, seat = null, name, number, hand } = entry;
  const cards = hand?.cards && Object.values(hand.cards).reduce((sum, count) => sum + count, 0);
  const player = seat === null ? null : someone.replace("…", String(seat + 1));
  return {
    code: codeOf(entry),
    name: name ?? player,
    round: number ?? round,
    in_round: SAYS_ITS_ROUND.includes(kind) ? null : round,
    points: hand?.points ?? null,
    cards: cards ?? null,
  };
}
