// The progress of a player; twin of companion/web/view_models/how_far.py.

export function far(last, { on, contracts }) {
  if (!last) return "";
  if (on === null) return "made";
  return (on > last ? "finished" : "on") + (contracts === on - 1 ? "" : "_with");
}
