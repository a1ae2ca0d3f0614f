"""Coverage of the rules by vectors: an unused rule would be untested."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from companion.rules.fold.entries import KINDS, DoubtCode
from companion.rules.judging.refusals import RefusalCode
from companion.rules.model.play import Missing
from companion.rules.model.state import ReasonCode
from companion.rules.reading.keys import RULE_KEYS, OneOf, all_keys
from companion.rules.reading.keys.kinds import Flag
from companion.web.pages.counting.counting_order import NextStep, TabState
from companion.web.pages.counting.hand_view import CountedCode, LimitCode, TakenAs
from companion.web.view_models.outcome import WhyCode
from companion.web.view_models.sheet import NoteCode
from tests.vectors.wants import OF_A_PAGE

Data = Mapping[str, Any]
# Keys that the fold does not need: texts, and those that the server resolves.
_UNASKED_PARTS = {"names", "melding", "house rules", "to read"}
_UNASKED = {"wild", "adjustments", "bonuses"}
# Refused of what no page can want written.
_OF_THE_SERVER = {
    *("name_taken", "sits_twice", "table_full", "order_is_settled", "nothing_scored"),
    *("never_back", "no_way_back", "no_more_returns"),
    *("too_few_stay", "tied_play_alone"),
}
_CALLED = {
    "values": "card_values",
    "moving_wild": "card_values_for",
    "moving_wild.drawn": "draws_wild",
    "buys.limit": "buys.limits",
}
_NOT_IN_DATA = {
    *("pack.about", "pack.copies", "pack.exceptions", "pack.called", "moving_wild.value"),
    "moving_wild.joker",
}


class Coverage:
    """The kinds of entries, codes, and values of each ruleset key that occurred."""

    def __init__(self) -> None:
        self.told: set[str] = set()
        self.wanted: set[str] = set()
        self.codes: dict[str, set[str]] = defaultdict(set)
        self.values: dict[str, set[str]] = defaultdict(set)

    def meet(self, vectors: Data) -> None:
        for ruleset in vectors["rulesets"]:
            for path, value in leaves(ruleset):
                self.values[path].add(repr(value))
        for game in vectors["games"]:
            for step in game["steps"]:
                self._meet_step(step)

    def _meet_step(self, step: Data) -> None:
        self.told |= {step["entry"]["kind"]} if step["entry"] else set()
        self.wanted |= {entry["kind"] for want in step["wanted"] for entry in want["entries"]}
        shown = [step["round"]["write_down"]] if step["round"] else []
        for found in [*shown, *(want["becomes"] for want in step["wanted"])]:
            self.codes["conflict"] |= {found["conflict"]} if "conflict" in found else set()
            self.codes["waits"] |= {"waits"} if "waits" in found else set()
            self.codes["doubted"] |= {doubt["code"] for doubt in found.get("doubted", ())}
            if "refused" in found:
                self.codes["refused"].add(found["refused"]["code"])
                self.codes["missing"].add(found["refused"]["missing"])
        shows = step.get("shows") or {}
        self._meet_hand(shows.get("hand"))
        rounds = step["state"].get("rounds", ())
        self.codes["not asked"] |= {code for row in rounds for code, _ in row["not_asked"]}
        self.codes["note"] |= {note["code"] for note in shows["sheet"]["notes"]} if shows else set()
        came_to = shows.get("outcome")
        self.codes["why"] |= {why["code"] for why in came_to["why"]} if came_to else set()
        if "outcome" in step["state"]:
            self.codes["outcome"].add(step["state"]["outcome"]["code"])

    def _meet_hand(self, hand: Data | None) -> None:
        if hand is None:
            return
        self.codes["counts"].add(hand["counts"])
        self.codes["taken as"].add(hand["taken_as"])
        self.codes["limit"].add(hand["sizes"]["limit"])
        self.codes["next"].add(hand["walk"]["next"])
        self.codes["hand in the row"] |= {tab["state"] for tab in hand["walk"]["tabs"]}

    def missed(self) -> list[str]:
        """Values that should have occurred and did not."""
        return [*self._missed_kinds(), *self._missed_codes(), *self._missed_rules()]

    def _missed_kinds(self) -> Iterator[str]:
        yield from (f"entry {kind}" for kind in sorted(KINDS.keys() - self.told))
        yield from (f"entry wanted: {kind}" for kind in sorted(OF_A_PAGE - self.wanted))

    def _missed_codes(self) -> Iterator[str]:
        known = {
            "refused": RefusalCode,
            "doubted": DoubtCode,
            "outcome": ReasonCode,
            "missing": Missing,
            "why": WhyCode,
            "note": NoteCode,
            "counts": CountedCode,
            "taken as": TakenAs,
            "limit": LimitCode,
            "next": NextStep,
            "hand in the row": TabState,
        }
        for what, codes in known.items():
            missed = set(get_args(codes)) - self.codes[what] - _OF_THE_SERVER
            yield from (f"{what} {code}" for code in sorted(missed))
        open_ones = ("conflict", "waits", "not asked")
        yield from (what for what in open_ones if not self.codes[what])

    def _missed_rules(self) -> Iterator[str]:
        for path, values in self.values.items():
            is_table = any(other.startswith(f"{path}.") for other in self.values)
            if len(values) == 1 and not is_table:  # most games leave these tables out
                yield f"{path} is always {values}"
        asked = (k for k in RULE_KEYS if k.part not in _UNASKED_PARTS and k.name not in _UNASKED)
        for path, key in all_keys(tuple(asked)):
            expected = key.kind.words if isinstance(key.kind, OneOf) else ()
            expected = (True, False) if isinstance(key.kind, Flag) else expected
            missed = {repr(value) for value in expected} - self.values[_CALLED.get(path, path)]
            yield from (f"{path} {value}" for value in sorted(missed))


def unheld_keys(ruleset: Data) -> list[str]:
    """The keys of the rules that a ruleset's data lacks without an excuse."""
    held = {path for path, _ in leaves(ruleset)} | ruleset.keys()
    left_out = {path for path, value in ruleset.items() if value is None}
    tops = [key for key in RULE_KEYS if key.part not in _UNASKED_PARTS and key.name not in _UNASKED]
    paths = [path for path, _ in all_keys(tuple(tops)) if path not in _NOT_IN_DATA]
    asked = [path for path in paths if path.partition(".")[0] not in left_out]
    return [path for path in asked if _CALLED.get(path, path) not in held]


def leaves(data: Data, place: str = "") -> Iterator[tuple[str, Any]]:
    """Each value by its dotted path; all values by rank, round or player count are one."""
    for key, value in data.items():
        path = f"{place}.{key}" if place else key
        if key == "decks" and isinstance(value, list):
            for row in value:
                yield from leaves(row, path)
        elif isinstance(value, Mapping) and key != "card_values_for":
            yield from leaves(value, path)
        else:
            yield path, value
