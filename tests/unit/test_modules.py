"""The script of a page is one file, preceded by its imports, each module once."""

import re
from pathlib import Path

import pytest

from companion.web.assets import NotJoined, joined

JS = Path(__file__).parents[2] / "static" / "js"
MODULES = {path.relative_to(JS).as_posix(): path.read_text("utf-8") for path in JS.rglob("*.js")}


def test_imports_precede_a_module_and_are_included_once() -> None:
    modules = {
        "page.js": 'import { a } from "./deep/a.js";\nimport { b } from "./b.js";\na(b);\n',
        "deep/a.js": 'import { b } from "../b.js";\nexport const a = () => b;\n',
        "b.js": "export class b {}\n",
    }
    assert joined(modules, "page.js") == "class b {}\nconst a = () => b;\na(b);\n"


def test_a_module_with_a_name_of_another_one_has_its_own_scope() -> None:
    modules = {
        "page.js": 'import { a } from "./a.js";\nimport "./b.js";\nconst c = a;\n',
        "a.js": "const b = 1;\nexport const a = b;\n",
        "b.js": 'import { a } from "./a.js";\nimport "./c.js";\nconst [b, d] = [a];\n',
        "c.js": "/** @param {1} b */ const c = (b) => b;\nexport const e = c;\n",
    }
    assert joined(modules, "page.js") == (
        "const b = 1;\nconst a = b;\n"
        "const { e } = (() => {\n/** @param {1} b */ const c = (b) => b;\nconst e = c;\n"
        "return { e };\n})();\n"
        "{\nconst [b, d] = [a];\n}\n"
        "const c = a;\n"
    )


def test_a_page_keeps_its_exports_for_dynamic_imports() -> None:
    modules = {"page.js": 'import "./again.js";\nexport const a = 1;\n', "again.js": "begin();\n"}
    assert joined(modules, "page.js") == "begin();\nexport const a = 1;\n"


A = "export const a = 0;\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import { a } from "./nowhere.js";', "page.js imports nowhere.js"),
        ('import { a } from "./page.js";', "page.js imports page.js"),
        ('import a from "./other.js";', 'page.js: import a from "./other.js";'),
        ('import * as a from "./other.js";', r'page.js: import * as a from "./other.js";'),
        ('import { a as b } from "./other.js";', "page.js: import { a as b }"),
        (
            'import { a } from "./other.js";\nconst a = 1;',
            "page.js declares a, which a module exports",
        ),
        ('import { b } from "./twin.js";\nimport "./other.js";', "both export a"),
        ("export { a };", "page.js: export { a };"),
        ("export default a;", "page.js: export default a;"),
    ],
)
def test_unsupported_syntax_is_refused(text: str, told: str) -> None:
    with pytest.raises(NotJoined, match=re.escape(told)):
        joined({"page.js": text, "other.js": A, "twin.js": A}, "page.js")


def test_every_page_of_ours_can_be_joined() -> None:
    for name in MODULES:
        if name.startswith("pages/"):
            assert not re.search(r"^import ", joined(MODULES, name), re.MULTILINE), name


def test_no_module_has_a_name_of_the_browser() -> None:
    """In the common scope, other modules would get it instead."""
    types = JS.parents[1] / "tests/js/node_modules/typescript/lib"
    of_browsers = {
        name
        for lib in ("lib.dom.d.ts", "lib.webworker.d.ts", "lib.es5.d.ts")
        for name in re.findall(
            r"^declare (?:var|function|const) (\w+)", (types / lib).read_text("utf-8"), re.MULTILINE
        )
    }
    assert "indexedDB" in of_browsers
    for name, text in MODULES.items():
        if not name.startswith("pages/"):
            names = re.findall(
                r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", text, re.MULTILINE
            )
            assert of_browsers.isdisjoint(names), name


def test_no_text_in_a_script_has_a_sign_that_is_left_out_before_a_brace() -> None:
    assert [name for name, text in MODULES.items() if re.search(r";}|\D,}", text)] == []


def test_no_script_has_a_template_literal_over_several_lines() -> None:
    for name, text in MODULES.items():
        assert [line for line in text.splitlines() if line.count("`") % 2] == [], name
