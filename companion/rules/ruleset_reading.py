"""From a ruleset's data to a Ruleset, every mistake named where it stands."""

from collections.abc import Mapping
from typing import Any, cast, get_args

from companion.rules.card_reading import MOST_CARDS_DEALT, read_cards
from companion.rules.contracts import Contract
from companion.rules.house_rules import MOST_HOUSE_RULES, read_house_rule
from companion.rules.how_to_play import paragraphs, read_how_to_play
from companion.rules.play import Adjustment
from companion.rules.ruleset_consistency import check_consistency
from companion.rules.rulesets import (
    MOST_BUYS,
    Advancing,
    Blocked,
    Buys,
    Direction,
    End,
    EndWhen,
    HandSize,
    Joining,
    Ruleset,
    Tiebreak,
    TiePoints,
    Winner,
)
from companion.rules.scoring import SCHEMES
from companion.rules.sections import Data, Section

_MOST_CARDS_A_BUY = 4
MOST_PLAYERS = 20


def read_ruleset(data: Data, file: str = "ruleset") -> Ruleset:
    """Turn a ruleset's data into a `Ruleset`; `file` is named in errors.

    Raises RulesetError naming the file, the key and what was expected.
    """
    top = Section(data, file)
    ruleset = Ruleset(
        **_players(top.section("players")),
        **_names(top),
        **read_cards(top),
        **_course(top),
        **_scoring(top),
        **_choices(top),
        **_notes(top),
    )
    top.finish()
    check_consistency(ruleset, file)
    return ruleset


def _names(top: Section) -> dict[str, Any]:
    return {key: top.text(key) for key in ("key", "name", "summary")}


def _players(section: Section) -> dict[str, Any]:
    players = {
        "least_players": section.whole("least", 1, MOST_PLAYERS),
        "most_players": section.whole("most", 2, MOST_PLAYERS),
    }
    section.finish()
    return players


def _course(top: Section) -> dict[str, Any]:
    """From the deal to the last card of a round."""
    return {
        "direction": top.choice("direction", get_args(Direction), "left"),
        "cards_dealt": top.wholes("cards_dealt", 1, MOST_CARDS_DEALT),
        "contracts": _contracts(top),
        "advancing": top.choice("advancing", get_args(Advancing)),
        "hand_size": top.choice("hand_size", get_args(HandSize), "known"),
        "buys": _buys(top.section("buys")),
        "last_turns": top.flag("last_turns", default=False),
        "discard_to_go_out": top.flag("discard_to_go_out", default=True),
        "only_who_goes_out_lays_down_last": top.flag("only_who_goes_out_lays_down_last"),
    }


def _scoring(top: Section) -> dict[str, Any]:
    """From the cards left to the winner."""
    return {
        "scoring": SCHEMES[top.choice("scoring", tuple(SCHEMES), "leftover_against_holder")],
        "rummy_doubles": top.flag("rummy_doubles", default=False),
        "adjustments": _adjustments(top),
        "end": _end(top.section("end")),
        "joining": top.choice("joining", get_args(Joining)),
    }


def _choices(top: Section) -> dict[str, Any]:
    rules = tuple(
        read_house_rule(row) for row in top.sections("house_rules", most=MOST_HOUSE_RULES)
    )
    return {"house_rules": rules, "options": _options(top)}


def _notes(top: Section) -> dict[str, Any]:
    """What stands on the rules card for people to read."""
    return {
        "how_to_play": read_how_to_play(top),
        "differences": _differences(top),
        "sources": _texts(top, "sources"),
    }


def _contracts(top: Section) -> tuple[Contract, ...]:
    contracts = tuple(_contract(top, n, text) for n, text in enumerate(top.words("contracts")))
    without = top.choice("advancing", get_args(Advancing)) == "none"
    if bool(contracts) == without:
        raise top.fail("contracts", "no contract" if without else "at least one contract")
    return contracts


def _contract(top: Section, n: int, notation: str) -> Contract:
    try:
        return Contract.parse(notation)
    except ValueError:
        expected = "melds such as S3 (set of 3), R4 (run of 4) or C7 (7 of a colour)"
        raise top.fail_at("contracts", n, expected) from None


def _buys(section: Section) -> Buys:
    without_limit = section.is_word("limit", "none")
    limits = None if without_limit else section.wholes("limit", 1, MOST_BUYS)
    buys = Buys(section.flag("allowed"), limits, section.whole("cards_each", 1, _MOST_CARDS_A_BUY))
    section.finish()
    return buys


def _adjustments(top: Section) -> tuple[Adjustment, ...]:
    rows = top.sections("adjustments") if top.has("adjustments") else []
    adjustments = tuple(Adjustment(row.signed("points"), row.text("reason")) for row in rows)
    for row in rows:
        row.finish()
    return adjustments


def _end(section: Section) -> End:
    when = section.choice("when", get_args(EndWhen), "contract_finished")
    end = End(
        when=cast("EndWhen", when),
        winner=cast("Winner", section.choice("winner", get_args(Winner))),
        tiebreak=cast("Tiebreak", section.choice("tiebreak", get_args(Tiebreak))),
        blocked=cast("Blocked", section.choice("blocked", get_args(Blocked))),
        limit=section.whole("limit", 1) if when == "limit_reached" else None,
        tie_points=cast(
            "TiePoints",
            section.choice("tie_points", get_args(TiePoints), "with_deciding_round"),
        ),
    )
    section.finish()
    finishing = end.winner in {"first_to_finish", "lowest_points_when_someone_finishes"}
    if finishing != (when == "contract_finished"):
        raise section.fail("winner", "one that goes with end.when")
    if not finishing and end.tiebreak in {"went_out_last_round", "playoff"}:
        raise section.fail("tiebreak", "shared or play_on, where no contract ends the game")
    return end


def _options(top: Section) -> dict[str, str | int | bool]:
    """Every house rule's choice; a ruleset that nobody has set up yet has none."""
    if not top.has("options"):
        return {}
    options = top.section("options")
    return {key: options.value(key) for key in options.keys()}  # noqa: SIM118 - see `_values`


def _differences(top: Section) -> tuple[str, ...]:
    """Named, so that variants add to them, or in a list of their own."""
    if not isinstance(top.data.get("differences"), Mapping):
        return _texts(top, "differences")
    return tuple(paragraphs(top.section("differences"), top.data))


def _texts(top: Section, key: str) -> tuple[str, ...]:
    rows = top.sections(key)
    texts = tuple(row.text("text") for row in rows)
    for row in rows:
        row.finish()
    return texts
