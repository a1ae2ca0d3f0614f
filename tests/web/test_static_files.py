"""Static files are served without comments and without needless space."""

import re
from pathlib import Path

import pytest

from tests.web.phone import Phone

SCRIPTS = Path(__file__).parents[2] / "static" / "js"


@pytest.mark.parametrize("script", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_a_script_is_sent_with_every_text_and_without_comments(script: Path, phone: Phone) -> None:
    sent = phone.client.get(f"/static/now/js/{script.relative_to(SCRIPTS).as_posix()}").text
    code = re.sub(r"/\*\*(?s:.*?)\*/|^ *//.*$| // .*$", "", script.read_text(), flags=re.MULTILINE)
    texts = re.findall(r"\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'", code)
    assert [text for text in texts if text not in sent] == []
    assert not re.search(r"/\*\*|^ *//| //", sent, flags=re.MULTILINE)


def test_types_for_the_type_checker_are_not_sent(phone: Phone) -> None:
    sent = phone.client.get("/static/now/js/rules/model/cards.js").text
    assert "@type" in (SCRIPTS / "rules" / "model" / "cards.js").read_text()
    assert "@type" not in sent
    assert "export const classOf=(values,name)=>" in sent


def test_types_over_several_lines_are_not_sent(phone: Phone) -> None:
    written = (SCRIPTS / "sync" / "answers.js").read_text()
    sent = phone.client.get("/static/now/js/sync/answers.js").text
    assert "/**\n * @param {Fold} log" in written
    assert "@param" not in sent
    assert "*/" not in sent
    assert "export function questionOf(log," in sent


def test_declarations_for_the_type_checker_are_not_served(phone: Phone) -> None:
    assert phone.client.get("/static/now/js/types/fold.d.ts").status_code == 404
