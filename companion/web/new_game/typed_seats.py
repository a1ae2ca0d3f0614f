"""The names of a new game while they are typed, in seat order."""

from dataclasses import dataclass, replace
from typing import Any, Self

from companion.rules.model.names import tidy_name
from companion.web.forms.fields import (
    whole_number,
)
from companion.web.new_game.forms import NewGameForm


@dataclass(frozen=True, slots=True)
class TypedSeats:
    """The typed names in seat order, and the row of the first dealer."""

    names: tuple[str, ...]
    dealer: int

    @classmethod
    def of(cls, form: NewGameForm) -> Self:
        """The seats of a form."""
        names = tuple(tidy_name(field.data) for field in form.names)
        dealer = whole_number(form.dealer.data) or 0
        return cls(names, dealer if dealer < len(names) else 0)

    def after(self, step: str) -> Self:
        """The seats after a step: `more`, `add:<name>`, `up:<row>` or `drop:<row>`."""
        what, _, which = step.partition(":")
        row = whole_number(which)
        match what:
            case "more":
                return replace(self, names=(*self.names, ""))
            case "add":
                return self._with(which)
            case "up" if row is not None and 0 < row < len(self.names):
                return self._swapped(row)
            case "drop" if row is not None and row < len(self.names):
                return self._without(row)
        return self

    def seated(self) -> Self:
        """Only the rows with a name."""
        rows = [row for row, name in enumerate(self.names) if name]
        dealer = rows.index(self.dealer) if self.dealer in rows else 0
        return replace(self, names=tuple(self.names[row] for row in rows), dealer=dealer)

    def typed(self, form: NewGameForm) -> dict[str, Any]:
        """The form data of these seats."""
        rules = {rule.key: field.data for rule, field in form.every_field()}
        data = {f"option_{key}": value for key, value in rules.items()}
        return data | {
            "names": list(self.names),
            "dealer": str(self.dealer),
            "title": form.title.data,
        }

    def _with(self, name: str) -> Self:
        row = self.names.index("") if "" in self.names else len(self.names)
        return replace(self, names=(*self.names[:row], tidy_name(name), *self.names[row + 1 :]))

    def _swapped(self, row: int) -> Self:
        names = list(self.names)
        names[row - 1], names[row] = names[row], names[row - 1]
        moved = {row: row - 1, row - 1: row}
        return replace(self, names=tuple(names), dealer=moved.get(self.dealer, self.dealer))

    def _without(self, row: int) -> Self:
        names = (*self.names[:row], *self.names[row + 1 :])
        dealer = self.dealer - 1 if self.dealer > row else self.dealer
        return replace(self, names=names, dealer=max(0, min(dealer, len(names) - 1)))
