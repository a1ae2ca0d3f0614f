"""The documents of the repository: their headings, links and command blocks."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(
    r"^(?:<!-- not run: (?P<reason>[^\n]*?) -->\n)?```(?P<language>[^\n]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
_LINK = re.compile(r"""\]\(([^()\s]+)\)|(?:src|href)="([^"]+)\"""")
_CODE = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the stated reason for not running it."""

    language: str
    text: str
    not_run: str | None


@dataclass(frozen=True)
class Document:
    """A Markdown file, with its path relative to the root of the repository."""

    path: str

    def __str__(self) -> str:
        return self.path

    @cached_property
    def text(self) -> str:
        return (ROOT / self.path).read_text("utf-8")

    @cached_property
    def blocks(self) -> list[Block]:
        return [
            Block(found["language"], found["text"], found["reason"])
            for found in _FENCE.finditer(self.text)
        ]

    @property
    def commands(self) -> str:
        """All runnable shell commands, in order."""
        blocks = (one for one in self.blocks if one.language == "sh" and one.not_run is None)
        return "".join(block.text for block in blocks)

    @cached_property
    def code(self) -> list[str]:
        """Code in the text, and the lines of command blocks."""
        commands = (one.text.splitlines() for one in self.blocks if one.language == "sh")
        inline = (one.strip("`") for one in _CODE.findall(self._prose))
        return [*inline, *(line for lines in commands for line in lines)]

    @cached_property
    def anchors(self) -> set[str]:
        """The fragments of its headings, as GitHub generates them."""
        found: set[str] = set()
        for heading in _HEADING.findall(self._prose):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
            name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            numbered = (f"{name}-{n}" if n else name for n in range(len(found) + 1))
            found.add(next(one for one in numbered if one not in found))
        return found

    @cached_property
    def links(self) -> list[str]:
        prose = _CODE.sub("", self._prose)
        return [markdown or html for markdown, html in _LINK.findall(prose)]

    def leads_to(self) -> Iterator[tuple[str, str]]:
        """Path and fragment of each link to another file of the repository, or within this one."""
        for link in self.links:
            if not re.match(r"[a-z]+:", link):
                path, _, fragment = link.partition("#")
                target = (ROOT / self.path).parent / path if path else ROOT / self.path
                yield str(target.resolve().relative_to(ROOT)), fragment

    @property
    def _prose(self) -> str:
        return _FENCE.sub("", self.text)


def tracked(*patterns: str) -> list[str]:
    """Files of the repository, including uncommitted ones."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted({name for name in done.stdout.splitlines() if (ROOT / name).exists()})


DOCUMENTS = {path: Document(path) for path in tracked("*.md")}
