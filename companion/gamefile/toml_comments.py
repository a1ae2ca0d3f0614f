"""Comments in exported games: alternative words of a key, and missing keys."""

import re
from collections.abc import Iterator, Mapping

from companion.rules.model.melding import SILENT
from companion.rules.reading.keys import RULE_KEYS, Choice, Flag, Key
from companion.rules.reading.keys.melding import OrSilent
from companion.rules.reading.sections import Data

# Numbers, or one text.
_SHORT_LIST = re.compile(r'\[\n((?: +\d+,\n)+| +"[^"\\\n]*",\n)\]')
_VALUE = re.compile(r'(\w+) = "(\w+)"')
_TABLE = re.compile(r"\[(\w+)\]")
# Missing keys without a default value.
_EXAMPLES = {
    "moving_wild": '{ value = "own" }',
    "adjustments": '[{ points = -50, reason = "Exact cut" }]',
    "how_to_play": '{ turn = { draw = { text = "Draw one card, then discard one." } } }',
}
_LEFT_OUT = "# Left out, so these are as usual. To change one, take its # away:"
_ABOVE = {"contracts": "S3 is a set of 3, R4 a run of 4, C7 7 of a colour, 2xA two aces."}


def with_comments(text: str, data: Data) -> str:
    """The output of `tomli_w` for this data with comments, short lists on one line."""
    short = _SHORT_LIST.sub(_on_one_line, text)
    blocks = re.split(r"\n(?=\[)", short.rstrip("\n"))
    return "\n".join("\n".join(_commented(block, data)) for block in blocks)


def _on_one_line(found: re.Match[str]) -> str:
    entries = (line.strip().removesuffix(",") for line in found[1].rstrip("\n").split("\n"))
    return f"[{', '.join(entries)}]"


def _commented(block: str, data: Data) -> Iterator[str]:
    """The lines of a table with its header, or of the top level."""
    lines = block.rstrip("\n").split("\n")
    keys, present = _table(lines[0], data)
    for line in lines:
        name = line.partition(" = ")[0]
        key = keys.get(name)
        if key and name in _ABOVE:
            yield f"# {_ABOVE[name]}"
        yield line + (_other_words(key, line) if key else "")
    hints = [hint for name, key in keys.items() if name not in present and (hint := _hint(key))]
    if hints:
        yield from ("", _LEFT_OUT, *hints)
    yield ""


def _table(line: str, data: Data) -> tuple[Mapping[str, Key], Data]:
    """The keys and the data of the table with this first line; none for nested tables."""
    top = {key.name: key for key in RULE_KEYS}
    if not line.startswith("["):
        return top, data
    header = _TABLE.fullmatch(line)
    name = header[1] if header else ""
    kind = top[name].kind if name in top else None
    return {key.name: key for key in getattr(kind, "keys", ())}, data.get(name, {})


def _other_words(key: Key, line: str) -> str:
    found = _VALUE.fullmatch(line)
    kind, more = (key.kind.kind, [SILENT]) if isinstance(key.kind, OrSilent) else (key.kind, [])
    if not isinstance(kind, Choice) or not found:
        return ""
    others = ", ".join(word for word in [*kind.words, *more] if word != found[2])
    return f"  # or {others}" if others else ""


def _hint(key: Key) -> str:
    """A commented line with the default or an example; empty if there is neither."""
    if key.name in _EXAMPLES:
        return f"# {key.name} = {_EXAMPLES[key.name]}  # {key.meaning}"
    if isinstance(key.kind, Flag) and not key.is_needed:
        return f"# {key.name} = {str(key.default).lower()}  # {key.meaning}"
    if isinstance(key.kind, Choice) and not key.is_needed:
        line = f'{key.name} = "{key.default}"'
        return f"# {line}{_other_words(key, line)}"
    return ""
