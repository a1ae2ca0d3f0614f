"""The fold in the browser: the time of a tap, and the size of the modules."""

from playwright.sync_api import Browser

from bench.amount import usually
from bench.figures import Figure
from bench.phone import new_phone
from bench.played import NAMES, RULES, entries
from companion.rules.fold.entries import Entry, write_entry
from companion.rules.reading.ruleset import read_ruleset, ruleset_data

_ROUNDS, _TIMES = 15, usually(300)
_MOST_MICROSECONDS = 2_000
_IN_THE_BROWSER = """async ([ruleset, names, entries, times]) => {
  const { after, fold } = await import("/static/now/js/rules/fold/replay.js");
  await import("/static/now/js/rules/decide.js");
  const weight = file => file.name.includes("/js/rules/") ? file.encodedBodySize : 0;
  const files = performance.getEntriesByType("resource");
  const known = fold(ruleset, { names, first_dealer: 0 }, entries.slice(0, -1));
  const took = Array.from({ length: times }, () => {
    const start = performance.now();
    for (let tap = 0; tap < 5; tap += 1) after(known, entries.at(-1)); // the clock ticks in 0.1 ms
    return (performance.now() - start) * 200;
  });
  took.sort((one, other) => one - other);
  return [took[times / 2], files.reduce((all, file) => all + weight(file), 0)];
}"""


def folding(browser: Browser, address: str) -> list[Figure]:
    """Microseconds to fold one more entry after 15 rounds of five players; bytes on the wire."""
    log = entries(_ROUNDS)
    phone = new_phone(browser)
    page = phone.new_page()
    page.goto(f"{address}/")
    rules, told = ruleset_data(read_ruleset(RULES)), [_data(entry) for entry in log]
    took, size = page.evaluate(_IN_THE_BROWSER, [rules, NAMES, told, _TIMES])
    phone.close()
    note = f"median of {_TIMES} in Chromium; {len(log)} entries"
    return [
        Figure("fold in the browser, one tap", round(took), "µs", _MOST_MICROSECONDS, note),
        Figure("fold in the browser, modules", size, "bytes", None, "compressed, no page has it"),
    ]


def _data(entry: Entry) -> dict[str, object]:
    kind, fields = write_entry(entry)
    return {"kind": kind, **fields}
