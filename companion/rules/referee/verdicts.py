"""Verdicts, including those that depend on silent sources."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from companion.rules.referee.deck import Deck
from companion.rules.referee.law import READINGS, Law, TooManyPossibilities, Work, readings_of

Answer = dict[str, Any]
Judge = Callable[[Law], Answer]
LEGAL, NOT_LEGAL, TABLE_DECIDES = "legal", "not_legal", "your_table_decides"
_STRICT, _GENEROUS = 0, 1
_SHOWN = ("places", "melds", "left", "deadwood", "discard", "ending", "laid_off", "worth")


def decided(
    melding: Mapping[str, Any], deck: Deck, judge: Judge, work: Work, help_work: Work
) -> Answer:
    """The verdict by every reading of the silent keys that matter.

    If all agree, that is the verdict. Otherwise the table decides, and each key that matters
    becomes a question with the verdict of each reading. Raises TooManyPossibilities, but not if
    only the help takes too long: then the answer has none.
    """
    answer = _answer(_Court(melding, deck, judge, work))
    help_with = answer.pop("help", None)
    if help_with is None or help_work.left <= 0:
        return answer
    try:
        helped: Answer = answer | help_with(help_work)
    except TooManyPossibilities:
        return answer
    return helped


def _answer(court: "_Court") -> Answer:
    strict = court.at(_STRICT, {})
    if all(answer["verdict"] == LEGAL for answer in strict):
        return strict[0]
    generous = court.at(_GENEROUS, {})
    legal = next((answer for answer in generous if answer["verdict"] == LEGAL), None)
    if legal is None:
        return generous[0]
    return {"verdict": TABLE_DECIDES, "questions": list(court.questions())} | _seen(legal)


def _seen(legal: Answer) -> Answer:
    """The arrangement if the table decides yes."""
    return {key: legal[key] for key in _SHOWN if key in legal}


class _Court:
    """One case, and the silent keys that it has needed so far."""

    def __init__(self, melding: Mapping[str, Any], deck: Deck, judge: Judge, work: Work) -> None:
        self._melding, self._deck, self._judge = melding, deck, judge
        self._work = work
        self._silent_keys: set[str] = set()
        self._known: list[tuple[dict[str, Any], Answer]] = []

    def at(self, side: int, fixed: Mapping[str, Any]) -> list[Answer]:
        """The answers by the strictest readings, or the most generous, except for `fixed` keys."""
        while True:
            before = set(self._silent_keys)
            answers = [self._by({**readings, **fixed}) for readings in self._readings(side)]
            if self._silent_keys == before:
                return answers

    def _readings(self, side: int) -> Iterator[dict[str, Any]]:
        keys = sorted(self._silent_keys)
        for values in product(*(READINGS[key][side] for key in keys)):
            yield dict(zip(keys, values, strict=True))

    def _by(self, readings: Mapping[str, Any]) -> Answer:
        for used, answer in self._known:
            if all(_reading(readings, key) == value for key, value in used.items()):
                return answer
        law = Law(self._melding, self._deck, readings, self._work)
        answer = self._judge(law)
        self._silent_keys |= law.silent_keys
        self._known.append(({key: _reading(readings, key) for key in law.silent_keys}, answer))
        return answer

    def questions(self) -> Iterator[Answer]:
        """Each silent key that can change the verdict, with the verdict by each reading."""
        keys = sorted(self._silent_keys)
        rows = [
            (key, {value: self._verdict({key: value}) for value in readings_of(key)})
            for key in keys
        ]
        telling = [row for row in rows if len(set(row[1].values())) > 1]
        for key, verdicts in telling or rows:
            readings = {_spell(value): verdict for value, verdict in verdicts.items()}
            yield {"rule": key, "readings": readings}

    def _verdict(self, fixed: Mapping[str, Any]) -> str:
        if all(answer["verdict"] == LEGAL for answer in self.at(_STRICT, fixed)):
            return LEGAL
        if all(answer["verdict"] != LEGAL for answer in self.at(_GENEROUS, fixed)):
            return NOT_LEGAL
        return TABLE_DECIDES


def _reading(readings: Mapping[str, Any], key: str) -> object:
    return readings[key] if key in readings else READINGS[key][_STRICT][0]


def _spell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def legal(**fields: object) -> Answer:
    """A legal answer, with further fields."""
    return {"verdict": LEGAL, **{key: value for key, value in fields.items() if value is not None}}


def not_legal(
    rule: str, cards: Sequence[str], melding: Mapping[str, Any], **fields: object
) -> Answer:
    """The first violated rule, the cards at fault, and the rule's source.

    `help` may be a function that takes the Work for further fields. It is called for the final
    answer only; if it takes too long, that has no help.
    """
    known = {key: value for key, value in fields.items() if value is not None}
    source = melding["sources"].get(rule, melding["sources"].get(_BASE.get(rule, rule), ""))
    return {"verdict": NOT_LEGAL, "rule": rule, "cards": list(cards), "source": source, **known}


# The source of rules without one of their own.
_BASE = {
    "contract": "set_exact",
    "colour": "run_in_sequence",
    "no_meld": "set_one_rank",
    "same_suit_runs_overlap": "same_suit_runs",
    "lay_off_in_last": "lay_off",
    "lay_off_not_down": "lay_off",
    "swap_own": "swap",
    "all_in_melds": "least_runs",
    "cards_left": "discard_to_go_out",
    "knocking_cards": "knocking",
    "opening_points": "opening",
    "opening_pure_runs": "opening",
    "opening_pure_sets": "opening",
}
