"""The form of a whole round: who went out, and which adjustments remain."""

from collections.abc import Iterator
from typing import Any

from flask_babel import lazy_gettext, pgettext
from wtforms import BooleanField, Field, Form, SelectChoice

from companion.records.kept_game import KeptGame
from companion.rules.model.state import ScoredRound
from companion.web.forms.fields import ChoiceField, whole_number

NOBODY = "nobody"


class RoundForm(Form):
    """Who went out, and how; for each adjustment of the round, whether it remains."""

    out = ChoiceField(otherwise=lazy_gettext("That player is not in this round."))
    rummy = BooleanField()

    @property
    def went_out(self) -> int | None:
        """The seat of the player who went out, None for nobody; only if valid."""
        return whole_number(self.out.data)

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
    form: RoundForm = type("OneRound", (RoundForm,), ticks)(sent, data=_written(scored))
    form.out.choices = [
        SelectChoice(str(s), kept.state.name_in(s, number)) for s in scored.deal.players
    ]
    form.out.choices.append(SelectChoice(NOBODY, pgettext("player", "Nobody")))
    if not kept.ruleset.rummy_doubles:
        del form.rummy
    return form


def _written(scored: ScoredRound) -> dict[str, Any]:
    out = scored.play.went_out
    return {"out": NOBODY if out is None else str(out), "rummy": scored.play.went_rummy}
