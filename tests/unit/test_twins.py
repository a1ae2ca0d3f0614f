"""Each script of the fold in the browser has the name of the module that it repeats (ADR 19)."""

from pathlib import Path

from companion import rules, web

RULES, WEB = (Path(package.__path__[0]) for package in (rules, web))
SCRIPTS = Path(__file__).parents[2] / "static" / "js"
# How rules are read, changed and described, and what only the server tells of a game.
SERVER_ALONE = {
    *("blank", "catalogue", "contracts", "fields", "figures", "forms", "game", "keys", "own_copy"),
    *("card_reading", "house_rules", "how_to_play", "own_games", "sections", "toml_text"),
    *("ruleset_consistency", "ruleset_data", "ruleset_reading", "rulesets", "score_changes"),
    *("judging_data", "melding", "referee"),
}
FOLDERS = {"judging"}  # inside of which each module has its script too


def _scripts(folder: str) -> list[str]:
    return sorted(path.stem for path in (SCRIPTS / folder).glob("*.js"))


def _modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir()} - {"__init__", "__pycache__"}


def test_each_module_of_the_fold_has_a_script_of_its_name_and_each_script_a_module() -> None:
    modules = _modules(RULES)
    assert _scripts("rules") == sorted(modules - SERVER_ALONE - FOLDERS)
    assert modules >= SERVER_ALONE | FOLDERS
    for folder in FOLDERS:
        assert _scripts(f"rules/{folder}") == sorted(_modules(RULES / folder))


def test_each_script_of_a_view_has_the_name_of_one_module_or_of_its_folder() -> None:
    shared = [*(WEB / "figures").glob("*.py"), *(WEB / "forms").glob("*.py")]
    named = [path.stem for path in (*shared, *WEB.glob("*/*_view.py"))]
    named += [path.parent.name for path in WEB.glob("*/view.py")]
    assert [name for name in _scripts("views") if named.count(name) != 1] == []
