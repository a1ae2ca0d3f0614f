"""The script of each page as it is served: minified, and still a module that Node can read."""

from pathlib import Path

from companion.web.http.static_files import _files
from tests.js.node import JS, run_in_node


def test_every_script_of_a_page_is_a_module_after_it_was_minified(tmp_path: Path) -> None:
    scripts = {
        name: file.body for name, file in _files(JS.parent).items() if name.startswith("page/")
    }
    assert len(scripts) > 20
    for name, body in scripts.items():
        (tmp_path / name.removeprefix("page/")).write_bytes(body)
    assert run_in_node("modules.mjs", *sorted(tmp_path.glob("*.js"))) == []
