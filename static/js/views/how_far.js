// How far somebody has come: companion/web/view_models/how_far.py in the browser.

export function far(last, { on, contracts }) {
  if (!last) return "";
  if (on === null) return "made";
  return (on > last ? "finished" : "on") + (contracts === on - 1 ? "" : "_with");
}
