"""Lines of code and files per package, compared with the budget in `tests/size-budget.toml`.

Lines count without comments, docstrings and blank lines. `make size` prints the table and fails if
a package exceeds its budget; `make size ARGS=--accept` makes the figures of today the budget.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import tomli_w

ROOT = Path(__file__).parents[1]
BUDGET = ROOT / "tests" / "size-budget.toml"
_SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
_IN_SCRIPTS = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_IN_TEMPLATES = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_LEFT_OUT = ("companion/records/migrations/", "companion/translations/", "tests/js/node_modules/")


@dataclass(slots=True)
class Size:
    """The lines of code and the files of a package."""

    lines: int = 0
    files: int = 0


def python_lines(text: str) -> int:
    """The lines with code: no comment, no docstring, not blank."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {
        line
        for token in tokens
        if token.type not in _SILENT and token.string
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code - set(_docstring_lines(ast.parse(text))))


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            yield from range(docstring.lineno, (docstring.end_lineno or 0) + 1)


def script_lines(text: str) -> int:
    """The lines of JavaScript or CSS without comments and blank ones."""
    return _not_blank(_IN_SCRIPTS.sub("", text))


def template_lines(text: str) -> int:
    """The lines of a template without comments and blank ones."""
    return _not_blank(_IN_TEMPLATES.sub("", text))


def _not_blank(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


_COUNTERS: dict[str, Callable[[str], int]] = {
    ".py": python_lines,
    ".js": script_lines,
    ".mjs": script_lines,
    ".css": script_lines,
    ".html": template_lines,
}


def measured() -> dict[str, Size]:
    """The size of every package of the files that git knows."""
    sizes: dict[str, Size] = defaultdict(Size)
    for name in _files():
        size = sizes[_package(name)]
        size.files += 1
        size.lines += _COUNTERS[Path(name).suffix]((ROOT / name).read_text("utf-8"))
    return dict(sorted(sizes.items()))


def _files() -> list[str]:
    listed = ["git", "ls-files", "companion", "static/js", "static/css", "templates", "tests"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    existing = (name for name in names.splitlines() if (ROOT / name).exists())
    return [n for n in existing if Path(n).suffix in _COUNTERS and not n.startswith(_LEFT_OUT)]


def _package(name: str) -> str:
    """The folder of two levels: `companion/rules`, `static/js/sync`, `tests/web`, `templates`."""
    *folders, _ = name.split("/")
    depth = {"static": 3, "templates": 1}.get(folders[0], 2)
    return "/".join(folders[:depth])


def over_budget(sizes: dict[str, Size], budget: dict[str, dict[str, int]]) -> list[str]:
    """A sentence for each package that is larger than its budget, or has none."""
    told = []
    for package, size in sizes.items():
        most = budget.get(package, {"lines": 0, "files": 0})
        if size.lines > most["lines"] or size.files > most["files"]:
            told.append(
                f"{package}: {size.lines} lines in {size.files} files, "
                f"more than {most['lines']} in {most['files']}"
            )
    return told


def main(arguments: list[str]) -> int:
    """Print the table; the exit status."""
    sizes = measured()
    for package, size in sizes.items():
        print(f"{package:32}{size.lines:8}{size.files:6}")
    for kind in ("companion", "static/js", "static/css", "templates", "tests"):
        own = [size for package, size in sizes.items() if package.startswith(kind)]
        print(f"{kind + ', all':32}{sum(s.lines for s in own):8}{sum(s.files for s in own):6}")
    if "--accept" in arguments:
        table = {p: {"lines": s.lines, "files": s.files} for p, s in sizes.items()}
        BUDGET.write_text(tomli_w.dumps(table), "utf-8")
    told = over_budget(sizes, tomllib.loads(BUDGET.read_text("utf-8")))
    print(*told, sep="\n", end="\n" if told else "")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
