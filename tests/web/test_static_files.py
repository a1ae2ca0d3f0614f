"""Static files are served without comments and without needless space."""

import re
from pathlib import Path

import pytest

from tests.web.phone import Phone

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
_WITHIN_A_LINE = re.compile(r"/\*\*\s(?s:.*?)\*/ ?|[ \t]+// [^\"`\n]*$", re.MULTILINE)
_A_LINE_OF_ITS_OWN = re.compile(r"^[ \t]*//.*$", re.MULTILINE)


@pytest.mark.parametrize("script", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_removing_comments_changes_no_string(script: Path) -> None:
    code = _A_LINE_OF_ITS_OWN.sub("", script.read_text())
    for comment in _WITHIN_A_LINE.finditer(code):
        before = code[: comment.start()]
        assert before.count("`") % 2 == 0, f"within a text of several lines: {comment[0]}"
        line = before.rpartition("\n")[2]
        assert line.count("'") % 2 == 0, f"within a text: {line}{comment[0]}"
        assert line.count('"') % 2 == 0, f"within a text: {line}{comment[0]}"


@pytest.mark.parametrize("script", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_joining_lines_changes_no_text_and_hides_nothing(script: Path, phone: Phone) -> None:
    address = f"/static/now/js/{script.relative_to(SCRIPTS).as_posix()}"
    assert all(line.count("`") % 2 == 0 for line in script.read_text().splitlines())
    sent = re.sub(r"([\"'`]).*?\1", "", phone.client.get(address).text)
    assert " //" not in sent, "a comment would hide the line that is joined to it"


def test_types_for_the_type_checker_are_not_sent(phone: Phone) -> None:
    sent = phone.client.get("/static/now/js/rules/model/cards.js").text
    assert "@type" in (SCRIPTS / "rules" / "model" / "cards.js").read_text()
    assert "@type" not in sent
    assert "export const find = (values, name) =>" in sent


def test_a_name_with_a_type_is_sent_without_the_parentheses_of_a_cast(phone: Phone) -> None:
    written = (SCRIPTS / "views" / "aloud.js").read_text()
    assert "rounds } = /** @type {OpenState} */ (state);" in written
    assert "rounds } = state;" in phone.client.get("/static/now/js/views/aloud.js").text


def test_types_over_several_lines_are_not_sent(phone: Phone) -> None:
    written = (SCRIPTS / "sync" / "answers.js").read_text()
    sent = phone.client.get("/static/now/js/sync/answers.js").text
    assert "/**\n * @param {Fold} log" in written
    assert "@param" not in sent
    assert "*/" not in sent
    assert "export function questionOf(log," in sent


def test_declarations_for_the_type_checker_are_not_served(phone: Phone) -> None:
    assert phone.client.get("/static/now/js/types/fold.d.ts").status_code == 404
