"""The form of a hand for the browser: field names with placeholders for values."""

from collections.abc import Iterator
from typing import Any, ClassVar

from companion.rules.model.ruleset import MOST_BUYS, Ruleset
from companion.web.forms.hand_form import DOWN_CHOICES
from companion.web.forms.numbers import COUNTED, TOTAL
from companion.web.words.blanks import Blank

_TYPED = {"field": COUNTED, "total": TOTAL}


class BlankHand(Blank):
    """The form of a hand without values; it depends on the rules only."""

    errors: ClassVar[tuple[str, ...]] = ()

    @property
    def render_kw(self) -> dict[str, str]:
        """The attributes of its inputs."""
        return _TYPED.get(self.path.rpartition(".")[2], {})

    def __iter__(self) -> Iterator["_BlankOption"]:
        """Down, or not."""
        return (_BlankOption(choice.value, choice.label) for choice in DOWN_CHOICES)


class _BlankOption:
    checked = False

    def __init__(self, data: str, text: Any) -> None:  # noqa: ANN401 - a lazy text
        self.data, self.label = data, _Label(text)


class _Label:
    def __init__(self, text: Any) -> None:  # noqa: ANN401
        self.text = text


class _BlankBuys:
    """The number of buys, as a placeholder."""

    id = name = "buys"
    most = MOST_BUYS
    count = None
    errors: ClassVar[tuple[str, ...]] = ()


class BlankHandForm(BlankHand):
    """The whole form: `buys` and `melded` are None if the rules have no such thing."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__("form")
        self.buys = _BlankBuys() if ruleset.buys.allowed else None
        self.melded = BlankHand("form.melded") if ruleset.scoring.melds_score else None
        self.down = _BlankDown("form.down")
        self.asked = _BlankAsked()

    def __getattr__(self, name: str) -> BlankHand:  # type: ignore[override]
        """A field, or its keys. Raises AttributeError for dunder names."""
        part: BlankHand = getattr(BlankHand(self.path), name)
        return part


class _BlankAsked:
    """No question has been asked yet."""

    name, data = "asked", ""


class _BlankDown(BlankHand):
    name = "down"
