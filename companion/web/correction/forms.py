"""The form of a whole round: who went out, and which adjustments remain."""

from collections.abc import Iterator
from typing import Any, get_args

from flask_babel import gettext, lazy_gettext, pgettext
from wtforms import BooleanField, Field, Form, SelectChoice

from companion.records.kept_game import KeptGame
from companion.rules.model.knocking import Knocking
from companion.rules.model.play import Drop, Ending
from companion.rules.model.state import ScoredRound
from companion.web.forms.fields import ChoiceField, whole_number

NOBODY = "nobody"


class RoundForm(Form):
    """Who went out, and how; for each adjustment of the round, whether it remains.

    `wild` is the rank that was drawn, blank for none; each player may have dropped.
    """

    out = ChoiceField(otherwise=lazy_gettext("That player is not in this round."))
    rummy = BooleanField()
    ending = ChoiceField(otherwise=lazy_gettext("Choose how the round ended."))
    wild = ChoiceField()

    @property
    def wild_rank(self) -> str | None:
        """The drawn rank; None for none, or where none is drawn."""
        return self.wild.data or None if self.wild else None

    @property
    def drops(self) -> dict[int, Drop]:
        """The drops, by seat."""
        fields = ((field, field.name.removeprefix("drop")) for field in self)
        return {int(seat): field.data for field, seat in fields if seat.isdecimal() and field.data}

    def drop_field(self, seat: int) -> Field | None:
        """The field of how this seat dropped; None in games without drops."""
        return next((field for field in self if field.name == f"drop{seat}"), None)

    @property
    def went_out(self) -> int | None:
        """The seat of the player who went out, None for nobody; only if valid."""
        return whole_number(self.out.data)

    @property
    def how(self) -> Ending | None:
        """How the round ended, where players knock and somebody did."""
        said = self.ending.data if self.ending and self.went_out is not None else None
        return next((ending for ending in get_args(Ending) if ending == said), None)

    @property
    def adjusted(self) -> frozenset[int]:
        """The seats whose adjustments remain."""
        return frozenset(seat for seat, field in self.adjusted_fields() if field.data)

    def adjusted_fields(self) -> Iterator[tuple[int, Field]]:
        """Each seat with an adjustment, and its checkbox."""
        for field in self:
            if field.name.startswith("adjusted"):
                yield int(field.name.removeprefix("adjusted")), field

    def adjusted_field(self, seat: int) -> Field:
        """The checkbox for the adjustment of this seat."""
        return self[f"adjusted{seat}"]


def round_form(kept: KeptGame, scored: ScoredRound, sent: Any = None) -> RoundForm:  # noqa: ANN401
    """The form for this round, filled with the submitted data or with the written round."""
    play, number = scored.play, scored.deal.number
    ticks = {f"adjusted{seat}": BooleanField(default=True) for seat in play.adjustments}
    drops = {f"drop{s}": ChoiceField() for s in scored.deal.players if kept.ruleset.drops}
    form: RoundForm = type("OneRound", (RoundForm,), ticks | drops)(sent, data=_written(scored))
    form.out.choices = [
        SelectChoice(str(s), kept.state.name_in(s, number)) for s in scored.deal.players
    ]
    form.out.choices.append(SelectChoice(NOBODY, pgettext("player", "Nobody")))
    for name in drops:
        form[name].choices = [SelectChoice(*choice) for choice in drop_choices()]
    form.wild.choices = [SelectChoice("", pgettext("rank", "None"))]
    form.wild.choices += [SelectChoice(rank, rank) for rank in kept.ruleset.pack.ranks]
    if not kept.ruleset.rummy_doubles:
        del form.rummy
    if not kept.ruleset.draws_wild:
        del form.wild
    if kept.ruleset.knocking:
        form.ending.choices = _endings(kept.ruleset.knocking)
    else:
        del form.ending
    return form


def _endings(knocking: Knocking) -> list[SelectChoice]:
    labels: dict[Ending, str] = {
        "knock": pgettext("button", "Knock"),
        "gin": pgettext("button", "Gin"),
        "big_gin": pgettext("button", "Big gin"),
    }
    return [SelectChoice(e, label) for e, label in labels.items() if knocking.ending(e) == e]


def drop_choices() -> tuple[tuple[str, str], ...]:
    """The ways to give a round up, blank for none, with their words."""
    return (
        ("", pgettext("player", "Played on")),
        ("first", gettext("First drop")),
        ("middle", gettext("Middle drop")),
        ("wrong", gettext("Wrong declaration")),
    )


def _written(scored: ScoredRound) -> dict[str, Any]:
    play = scored.play
    out = NOBODY if play.went_out is None else str(play.went_out)
    drops = {f"drop{seat}": play.drops.get(seat, "") for seat in scored.deal.players}
    said = {"out": out, "rummy": play.went_rummy, "ending": play.ending or "gin"}
    return {**said, "wild": play.wild or "", **drops}
