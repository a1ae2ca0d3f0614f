"""Each script of the browser's fold has the path of the module that it mirrors (ADR 19)."""

from pathlib import Path

from companion import rules, web

RULES, WEB = (Path(package.__path__[0]) for package in (rules, web))
SCRIPTS = Path(__file__).parents[2] / "static" / "js"
# Needed on the server only: a resolved ruleset is plain data, and the referee needs the server.
SERVER_ALONE = {
    *("cases", "game", "score_changes", "statistics"),
    *(
        "model/contracts",
        "model/fields",
        "model/house_rules",
        "model/melding",
        "model/rulings",
    ),
    *("model/json_codec", "model/log_entry", "model/ruleset", "model/scheme"),
}
PACKAGES = {"fold/entries"}  # one script each
PARTS = {"won_view"}  # of `sheet`, alone for the page of the winner, which loads no more


def _paths(folder: Path, ending: str) -> set[str]:
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob(ending)}


def test_each_module_of_the_fold_has_a_script_of_its_path_and_each_script_a_module() -> None:
    ours = ("reading/", "referee/")
    found = {path for path in _paths(RULES, "*.py") if not path.startswith(ours)}
    inside = {path for path in found if path.rpartition("/")[0] in PACKAGES}
    modules = {path for path in found - inside if not path.endswith("__init__")} | PACKAGES
    assert _paths(SCRIPTS / "rules", "*.js") == modules - SERVER_ALONE
    assert modules >= SERVER_ALONE


def test_each_script_of_a_view_has_the_name_of_one_module_or_of_its_folder() -> None:
    pages = WEB / "pages"
    rooms = (WEB / "view_models", WEB / "forms", pages, pages / "counting", pages / "sheet")
    named = [path.stem for room in rooms for path in room.glob("*.py")]
    named += [path.parent.name for path in pages.glob("*/view.py")]
    scripts = _paths(SCRIPTS / "views", "*.js") - PARTS
    assert [name for name in sorted(scripts) if named.count(name) != 1] == []
