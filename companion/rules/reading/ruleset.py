"""Parses the data of a ruleset; every error names its key."""

from typing import Any

from companion.rules.judging.scoring import SCHEMES
from companion.rules.model.knocking import Knocking, SettlementRules
from companion.rules.model.melding import BESIDE, DEFINITIONS, MELDING_FIELDS, Melding
from companion.rules.model.play import Adjustment, Drops
from companion.rules.model.ruleset import Buys, End, Ruleset
from companion.rules.reading.cards import read_cards
from companion.rules.reading.consistency import check_consistency
from companion.rules.reading.house_rules import read_house_rules
from companion.rules.reading.how_to_play import paragraphs, paragraphs_by_part
from companion.rules.reading.keys import RULE_KEYS, read_keys
from companion.rules.reading.sections import Data, Section


def read_ruleset(data: Data, file: str = "ruleset") -> Ruleset:
    """Parse a ruleset; `file` is named in errors.

    Raises RulesetError naming the file, the key and the expected value.
    """
    top = Section(data, file)
    found = read_keys(top, RULE_KEYS)
    _check_contracts(top, found)
    melding = _melding(top, found.pop("melding"))
    ruleset = Ruleset(
        **found.pop("players"),
        **read_cards(top, found),
        melding=melding,
        **_scoring(top, found),
        **_notes(found, data),
        buys=Buys(**found.pop("buys")),
        house_rules=read_house_rules(top, found.pop("house_rules")),
        **found,
    )
    check_consistency(ruleset, file)
    return ruleset


def _check_contracts(top: Section, found: Data) -> None:
    without = found["advancing"] == "none"
    if bool(found["contracts"]) == without:
        raise top.fail("contracts", "no contract" if without else "at least one contract")


def _melding(top: Section, found: dict[str, Any] | None) -> Melding:
    if found is None:
        return Melding()
    section = top.section("melding")
    for key in found["sources"]:
        if key not in {*MELDING_FIELDS, *DEFINITIONS, *BESIDE}:
            raise section.unknown(f"sources.{key}", "no such key here")
    caps = found["most_wilds"]
    if isinstance(caps, dict) and not all(size == "any" or size.isdecimal() for size in caps):
        raise section.fail("most_wilds", "sizes of melds, or any")
    return Melding(**found)


def _scoring(top: Section, found: dict[str, Any]) -> dict[str, Any]:
    """The fields about scoring and the end."""
    knocking, settlement = found.pop("knocking"), found.pop("settlement")
    return {
        "scoring": SCHEMES[found.pop("scoring")],
        "drops": None if (drops := found.pop("drops")) is None else Drops(**drops),
        "knocking": Knocking(**knocking) if knocking else None,
        "settlement": SettlementRules(**settlement) if settlement else None,
        "adjustments": tuple(Adjustment(**row) for row in found.pop("adjustments")),
        "end": _end(top.section("end"), found.pop("end")),
    }


def _end(section: Section, found: Data) -> End:
    end = End(**found)
    finishing = end.winner in {"first_to_finish", "lowest_points_when_someone_finishes"}
    if finishing != (end.when == "contract_finished"):
        raise section.fail("winner", "one that goes with end.when")
    if (end.winner == "last_left") != (end.when == "one_left"):
        raise section.fail("winner", "last_left, with end.when one_left, or neither")
    if not finishing and end.tiebreak in {"went_out_last_round", "playoff"}:
        raise section.fail(
            "tiebreak", "shared, play_on or tied_play_on, where no contract ends the game"
        )
    return end


def _notes(found: dict[str, Any], data: Data) -> dict[str, Any]:
    """The texts of the rules card."""
    named, differences = found.pop("how_to_play") or {}, found.pop("differences")
    before = tuple(row["text"] for row in found.pop("melds"))
    return {
        "how_to_play": paragraphs_by_part(named, before, data),
        "differences": (
            tuple(paragraphs(differences, data))
            if isinstance(differences, dict)
            else tuple(row["text"] for row in differences)
        ),
        "sources": tuple(row["text"] for row in found.pop("sources")),
    }
