"""The labels of choices in the questions."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import lazy_gettext as _
from wtforms import SelectChoice

from companion.rules.model.ruleset import End
from companion.web.forms.fields import ChoiceField
from companion.web.own_game.answers import BY_POINTS

ADVANCING = [
    SelectChoice("finish", _("They stay on it")),
    SelectChoice("round", _("Everybody moves on")),
]
_FIRST = {
    "first_to_finish": _("First to make the last contract"),
    "lowest_points_when_someone_finishes": _("Fewest points when somebody has made it"),
}
_FEWEST = {
    "lowest_total": _("Fewest points after the last round"),
    BY_POINTS: _("Fewest points when somebody reaches:"),
}
_MOST = {
    "lowest_total": _("Most points after the last round"),
    BY_POINTS: _("Most points when somebody reaches:"),
}
_OWN_ENDS = {
    "one_left": _("The last one left, as in the game you start from"),
    "table_ends": _("Most points when you stop"),
}
TIEBREAK_WORDS = {
    "shared": _("They share the win"),
    "play_on": _("One more round"),
    "tied_play_on": _("One more round, only for them"),
    "went_out_last_round": _("The one who went out wins"),
    "playoff": _("They play the last contract again"),
}


def winner_words(end: End) -> dict[str, Any]:
    """The labels of winners, where fewer or more points are better, as in the base game."""
    return _FIRST | _OWN_ENDS | (_FEWEST if end.low_wins else _MOST)


def choose_among(field: ChoiceField, words: Mapping[str, Any], among: Sequence[str]) -> None:
    """Set these choices; an invalid former choice is replaced by the first one."""
    field.choices = [SelectChoice(choice, words[choice]) for choice in among]
    if field.data not in among:
        field.data = among[0]
