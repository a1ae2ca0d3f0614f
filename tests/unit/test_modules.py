"""The script of a page is one file, preceded by its imports, each module once."""

import re
from pathlib import Path

import pytest

from companion.web.assets import NotJoined, joined

JS = Path(__file__).parents[2] / "static" / "js"
MODULES = {path.relative_to(JS).as_posix(): path.read_text("utf-8") for path in JS.rglob("*.js")}


def test_imports_precede_a_module_and_are_included_once() -> None:
    modules = {
        "page.js": 'import { a } from "./deep/a.js";\nimport { b as c } from "./b.js";\na(c);\n',
        "deep/a.js": 'import { b } from "../b.js";\nexport const a = () => b;\n',
        "b.js": "export class b {}\n",
    }
    assert joined(modules, "page.js") == (
        "const $0 = (() => {\nclass b {}\nreturn { b };\n})();\n"
        "const $1 = (() => {\nconst { b } = $0;\nconst a = () => b;\nreturn { a };\n})();\n"
        "const { a } = $1;\nconst { b: c } = $0;\na(c);\n"
    )


def test_an_import_for_side_effects_has_no_names() -> None:
    modules = {"page.js": 'import "./again.js";\nstart();\n', "again.js": "begin();\n"}
    assert joined(modules, "page.js").endswith("begin();\nreturn {  };\n})();\n\nstart();\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import { a } from "./nowhere.js";', "page.js imports nowhere.js"),
        ('import { a } from "./page.js";', "page.js imports page.js"),
        ('import a from "./other.js";', 'page.js: import a from "./other.js";'),
        ('import * as a from "./other.js";', r'page.js: import * as a from "./other.js";'),
        ("export { a };", "page.js: export { a };"),
        ("export default a;", "page.js: export default a;"),
    ],
)
def test_unsupported_syntax_is_refused(text: str, told: str) -> None:
    with pytest.raises(NotJoined, match=re.escape(told)):
        joined({"page.js": text, "other.js": ""}, "page.js")


def test_every_module_of_ours_can_be_joined() -> None:
    for name in MODULES:
        assert not re.search(r"^import ", joined(MODULES, name), re.MULTILINE), name


def test_no_text_in_a_script_has_a_sign_that_is_left_out_before_a_brace() -> None:
    assert [name for name, text in MODULES.items() if re.search(r";}|\D,}", text)] == []


def test_no_script_has_a_template_literal_over_several_lines() -> None:
    for name, text in MODULES.items():
        assert [line for line in text.splitlines() if line.count("`") % 2] == [], name
