"""From a ruleset's data to a Ruleset, every mistake named where it stands."""

from collections.abc import Mapping
from typing import Any, cast, get_args

from companion.rules.cards import JOKER, Decks, Pack
from companion.rules.contracts import Contract
from companion.rules.house_rules import read_house_rule
from companion.rules.log import Adjustment
from companion.rules.reading import Data, RulesetError, Section
from companion.rules.rulesets import (
    Advancing,
    Blocked,
    Buys,
    DecksFor,
    Direction,
    End,
    EndWhen,
    HandSize,
    Joining,
    MovingWild,
    Ruleset,
    Scoring,
    Tiebreak,
    Winner,
)

_COPIES = 4


def read_ruleset(data: Data, file: str = "ruleset") -> Ruleset:
    """Turn a ruleset's data into a `Ruleset`; `file` is named in errors.

    Raises RulesetError naming the file, the key and what was expected.
    """
    top = Section(data, file)
    players = top.section("players")
    pack = _pack(top.section("pack")) if top.has("pack") else Pack()
    decks = tuple(_decks(row, pack) for row in top.sections("decks", least=1))
    values = _values(top.section("values"), pack)
    ruleset = Ruleset(
        key=top.text("key"),
        name=top.text("name"),
        summary=top.text("summary"),
        least_players=players.whole("least", least=1),
        most_players=players.whole("most", least=2),
        pack=pack,
        decks=decks,
        direction=cast("Direction", top.choice("direction", get_args(Direction), "left")),
        cards_dealt=top.wholes("cards_dealt", least=1),
        contracts=_contracts(top),
        advancing=cast("Advancing", top.choice("advancing", get_args(Advancing))),
        values=_in_play(values, decks),
        wild=_wild(top, values),
        moving_wild=_moving_wild(top.section("moving_wild")) if top.has("moving_wild") else None,
        hand_size=cast("HandSize", top.choice("hand_size", get_args(HandSize), "known")),
        last_turns=top.flag("last_turns", default=False),
        discard_to_go_out=top.flag("discard_to_go_out", default=True),
        scoring=cast(
            "Scoring", top.choice("scoring", get_args(Scoring), "leftover_against_holder")
        ),
        rummy_doubles=top.flag("rummy_doubles", default=False),
        buys=_buys(top.section("buys")),
        adjustments=_adjustments(top),
        end=_end(top.section("end")),
        joining=cast("Joining", top.choice("joining", get_args(Joining))),
        only_who_goes_out_lays_down_last=top.flag("only_who_goes_out_lays_down_last"),
        house_rules=tuple(read_house_rule(row) for row in top.sections("house_rules")),
        options=_options(top),
        melds=_texts(top, "melds"),
        differences=_texts(top, "differences"),
        sources=_texts(top, "sources"),
    )
    players.finish()
    top.finish()
    _check_sense(ruleset, file)
    return ruleset


def _pack(section: Section) -> Pack:
    ranks = section.words("ranks")
    each = section.whole("copies", 1, default=_COPIES)
    exceptions = section.section("exceptions") if section.has("exceptions") else None
    copies = tuple(
        exceptions.whole(rank, 1) if exceptions and exceptions.has(rank) else each for rank in ranks
    )
    if exceptions:
        exceptions.finish()
    section.finish()
    if not ranks or len(set(ranks)) != len(ranks) or JOKER in ranks:
        raise section.fail("ranks", "each rank once, high to low, without the joker")
    return Pack(ranks, copies)


def _values(section: Section, pack: Pack) -> dict[str, int]:
    """Points by rank; a value may name another rank, and then costs the same."""
    for rank in section.keys():  # noqa: SIM118 - a Section is not a mapping
        if rank not in pack.names:
            raise section.unknown(rank, f"a rank: {', '.join(pack.names)}")
    named = {rank: section.whole_or_word(rank) for rank in pack.names if section.has(rank)}
    return {rank: _value(section, named, rank) for rank in named}


def _in_play(values: dict[str, int], decks: tuple[DecksFor, ...]) -> dict[str, int]:
    """A joker has a price only where some jokers are in play."""
    if any(row.decks.jokers for row in decks):
        return values
    return {rank: value for rank, value in values.items() if rank != JOKER}


def _value(section: Section, named: Mapping[str, int | str], rank: str) -> int:
    value = named[rank]
    found = named.get(value) if isinstance(value, str) else value
    if not isinstance(found, int):
        raise section.fail(rank, "a whole number, or another rank that has one")
    return found


def _wild(top: Section, values: Mapping[str, Any]) -> tuple[str, ...]:
    ranks = top.words("wild")
    if not set(ranks) <= set(values):
        raise top.fail("wild", "only ranks that stand under values")
    return ranks


def _moving_wild(section: Section) -> MovingWild:
    value = section.whole_or_word("value")
    section.finish()
    if isinstance(value, str) and value != "own":
        raise section.fail("value", "own, or points a card")
    return MovingWild(None if isinstance(value, str) else value)


def _decks(row: Section, pack: Pack) -> DecksFor:
    decks = Decks(row.whole("decks", 1), row.whole("jokers"), pack)
    up_to = row.whole("up_to", 1)
    dealt = row.whole("cards_dealt", 1) if row.has("cards_dealt") else None
    row.finish()
    return DecksFor(up_to, decks, dealt)


def _contracts(top: Section) -> tuple[Contract, ...]:
    notations = top.words("contracts")
    try:
        contracts = tuple(Contract.parse(notation) for notation in notations)
    except ValueError:
        expected = "melds such as S3 (set of 3), R4 (run of 4) or C7 (7 of a colour)"
        raise top.fail("contracts", expected) from None
    without = top.choice("advancing", get_args(Advancing)) == "none"
    if bool(contracts) == without:
        raise top.fail("contracts", "no contract" if without else "at least one contract")
    return contracts


def _buys(section: Section) -> Buys:
    buys = Buys(section.flag("allowed"), section.wholes("limit", 1), section.whole("cards_each", 1))
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


def _texts(top: Section, key: str) -> tuple[str, ...]:
    rows = top.sections(key)
    texts = tuple(row.text("text") for row in rows)
    for row in rows:
        row.finish()
    return texts


def _check_sense(ruleset: Ruleset, file: str) -> None:
    """What no single key can show to be wrong."""
    if ruleset.most_players < ruleset.least_players:
        raise RulesetError(file, "players.most", "no fewer than players.least")
    rows = [row.up_to for row in ruleset.decks]
    if rows != sorted(set(rows)):
        raise RulesetError(file, "decks", "rows in the order of up_to, each once")
    if ruleset.decks[-1].up_to < ruleset.most_players:
        raise RulesetError(file, "decks", f"a row for {ruleset.most_players} players")
    if (ruleset.advancing == "finish") != (ruleset.end.when == "contract_finished"):
        raise RulesetError(file, "advancing", "finish, with end.when contract_finished, or neither")
    _check_contracts(ruleset, file)


def _check_contracts(ruleset: Ruleset, file: str) -> None:
    """A contract may need more cards than are dealt only where buying brings them.

    Where nobody has to discard to go out, it may take the card drawn in the last turn too.
    """
    drawn = 0 if ruleset.discard_to_go_out else 1
    for number, contract in enumerate(ruleset.contracts, 1):
        dealt = _fewest_dealt(ruleset, number)
        bought = ruleset.buys.cards_each * ruleset.buys.most(number)
        if contract.cards > dealt + drawn + bought:
            raise RulesetError(file, "contracts", f"no contract of over {dealt + drawn} cards")


def _fewest_dealt(ruleset: Ruleset, number: int) -> int:
    """In a must-finish game any contract may come in any round."""
    rounds = range(1, len(ruleset.cards_dealt) + 1) if ruleset.advancing != "round" else (number,)
    return min(ruleset.dealt(n, row.up_to) for n in rounds for row in ruleset.decks)
