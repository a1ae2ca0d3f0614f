"""Decision tables shared by both folds: `decisions.json`.

A table consists of rows of facts with a code; the first row whose facts all hold decides. `make
schema` writes the same rows to `static/js/views/decisions.js`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_suffix(".json")


def decided(table: str, **facts: object) -> Any:  # noqa: ANN401 - a code of this table
    """The code of the first row whose facts all hold. Raises LookupError where none does."""
    for wanted, code in _tables()[table]:
        if all(facts[name] == value for name, value in wanted.items()):
            return code
    raise LookupError(f"decisions.json: no row of “{table}” holds for {facts}")


@cache
def _tables() -> dict[str, list[tuple[dict[str, Any], str]]]:
    tables: dict[str, list[tuple[dict[str, Any], str]]] = json.loads(_FILE.read_text("utf-8"))
    return tables


def as_script() -> str:
    """The tables as a JavaScript module, because JSON modules are not supported everywhere."""
    return f"{_HEAD}const TABLES = {_FILE.read_text('utf-8').rstrip()};\n{_DECIDED}"


_HEAD = """\
// Decision tables that both folds go by; `make schema` writes them from decisions.json.
/** @type {Decisions} */
"""
_DECIDED = """
// The code of the first row whose facts all hold.
/**
 * @template {keyof Decided} T @param {T} table
 * @param {Record<string, unknown>} facts @returns {Decided[T]}
 */
export function decided(table, facts) {
  /** @param {[name: string, value: unknown]} fact */
  const isSo = ([name, value]) => facts[name] === value;
  const row = TABLES[table].find(([wanted]) => Object.entries(wanted).every(isSo));
  return /** @type {Decisions[T][number]} */ (row)[1];
}
"""

if __name__ == "__main__":
    print(as_script(), end="")  # noqa: T201 - output for `make schema`
