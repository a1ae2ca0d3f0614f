"""The tables of the settings reference are generated from the settings of the app."""

from companion.settings.environment import OF_THE_APP, with_tables
from tests.packaging.documents import ROOT

REFERENCE = ROOT / "docs" / "reference" / "settings.md"


def test_the_reference_has_every_setting_as_the_app_reads_it() -> None:
    """If this fails, run `make schema`."""
    written = REFERENCE.read_text("utf-8")
    assert with_tables(written) == written
    assert all(f"| `{one.name}` |" in written for one in OF_THE_APP)


def test_a_table_that_lacks_a_setting_is_written_anew() -> None:
    written = REFERENCE.read_text("utf-8")
    stale = "\n".join(line for line in written.splitlines() if "COMPANION_LOG" not in line) + "\n"
    assert with_tables(stale) == written
