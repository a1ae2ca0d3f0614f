"""The lines that `make size` counts, and its budget."""

from tests.size import Size, over_budget, python_lines, script_lines, template_lines

PYTHON = '''"""A module."""

# A comment.
WORDS = """
of two lines"""


def double(n: int) -> int:
    """Twice."""
    return 2 * n  # at last
'''


def test_python_counts_without_comments_docstrings_and_blank_lines() -> None:
    assert python_lines(PYTHON) == 4


def test_scripts_and_templates_count_without_comments_and_blank_lines() -> None:
    assert script_lines("// no\n/* nor\nthis */\n\nconst a = 1; // yes\n") == 1
    assert template_lines("{# no\n#}\n<!-- nor this -->\n<p>{# yes #}</p>\n") == 1


def test_a_package_above_its_budget_is_named_and_so_is_one_without() -> None:
    sizes = {"a": Size(10, 1), "b": Size(5, 2), "c": Size(1, 1)}
    budget = {"a": {"lines": 10, "files": 1}, "b": {"lines": 5, "files": 1}}
    assert over_budget(sizes, budget) == [
        "b: 5 lines in 2 files, more than 5 in 1",
        "c: 1 lines in 1 files, more than 0 in 0",
    ]
