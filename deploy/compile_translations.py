"""Compiles the catalogues when a wheel is built: only the sources are in the repository."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface):
    """Writes a `messages.mo` beside each `messages.po`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called before the files are collected."""
        for source in Path(self.root, "companion", "translations").glob("*/*/messages.po"):
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parts[-3])
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
        build_data["artifacts"].append("companion/translations/*/*/messages.mo")
