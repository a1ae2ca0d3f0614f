"""Parses the data of a ruleset, checks consistency across keys, and writes it as plain JSON data.

Every error names its key. The plain data is everything that a fold needs, without texts:
`static/js/rules` reads it, so rulesets are parsed in Python only. A file names the paragraphs of
its description, such as `how_to_play.turn.draw`, so that a variant contains only its differences;
one about a house rule has a condition, `when`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any

from companion.rules.judging.scoring import SCHEMES
from companion.rules.model.cards import JOKER, Bonus, CardClass, CardValues, Decks
from companion.rules.model.contracts import Contract, Meld, OfRank, Run, Set
from companion.rules.model.melding import (
    BESIDE,
    DEFINITIONS,
    MELDING_FIELDS,
    Closing,
    Knocking,
    Melding,
    OpeningFrom,
    OpeningRules,
    SettlementRules,
)
from companion.rules.model.play import Adjustment, Drops
from companion.rules.model.ruleset import Buys, DecksFor, End, HowToPlay, Ruleset
from companion.rules.model.scheme import SCORING_KEYS
from companion.rules.reading.cards import NO_SUCH_CARD, card_codes, read_cards
from companion.rules.reading.house_rules import read_house_rules
from companion.rules.reading.keys import (
    CLOSING_KEYS,
    PARTS,
    PLAIN_KEYS,
    RULE_KEYS,
    key_at,
    read_keys,
)
from companion.rules.reading.sections import Data, RulesetError, Section, value_at

CLASS_KEYS = ("key", "ranks", "value", "wild")
_SOME_BONUSES = ("by_count", "meld_size", "cards", "in_deck", "run")  # without one if it is empty
# What cards are worth in an opening is for the referee alone.
_OPENS_WITH = ("pure_runs", "pure_sets", "all_at_once", "low_ace_is_one")
OPENING_KEYS = ("points", "by_total", *_OPENS_WITH, "missed")
DECKS_KEYS = ("decks", "jokers")


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """The rules by the names of `Ruleset`.

    `contracts` are numbers of cards; `card_values` are the card classes, the most expensive first,
    and `card_values_for` those for a moving wild rank: by cards dealt or, if it is drawn, by rank.
    """
    return {key: getattr(ruleset, key) for key in ("most_players", *PLAIN_KEYS)} | {
        "pack": {"ranks": ruleset.pack.ranks, "copies": ruleset.pack.copies},
        "decks": [_row_data(row) for row in ruleset.decks],
        "contracts": [contract.cards for contract in ruleset.contracts],
        "card_values": values_data(ruleset.card_values),
        "card_values_for": {k: values_data(v) for k, v in ruleset.moving_values.items()},
        "scoring": ruleset.scoring.key,
        "draws_wild": ruleset.draws_wild,
        "drops": asdict(ruleset.drops) if ruleset.drops else None,
        "knocking": asdict(ruleset.knocking) if ruleset.knocking else None,
        "endings": ruleset.endings,
        "asks_rummy": ruleset.asks_rummy,
        "lost_lives": ruleset.lost_lives,
        "opening": _told(ruleset.opening, OPENING_KEYS),
        "closing": _told(ruleset.closing, CLOSING_KEYS),
        "settlement": asdict(ruleset.settlement) if ruleset.settlement else None,
        "buys": asdict(ruleset.buys),
        "end": asdict(ruleset.end),
    }


def _told(part: OpeningRules | Closing, keys: Sequence[str]) -> dict[str, Any] | None:
    """These fields; None if the game has no rules of this kind."""
    told = asdict(part)
    return {key: told[key] for key in keys} if part != type(part)() else None


def _row_data(row: DecksFor) -> dict[str, int | None]:
    return {"up_to": row.up_to, "cards_dealt": row.cards_dealt, **decks_data(row.decks)}


def values_data(values: CardValues) -> list[dict[str, Any]]:
    """Card classes, the most expensive first: key, ranks, value, and whether it is wild.

    Then bonuses, which have no ranks, with the part of a hand in which each `counts`.
    """
    return [*map(_class_data, values.classes), *map(_bonus_data, values.bonuses)]


def _class_data(row: CardClass) -> dict[str, Any]:
    also = {"also": row.also} if row.also else {}
    return {key: getattr(row, key) for key in CLASS_KEYS} | also


def _bonus_data(bonus: Bonus) -> dict[str, Any]:
    some = {key: value for key in _SOME_BONUSES if (value := getattr(bonus, key))}
    return {key: getattr(bonus, key) for key in (*CLASS_KEYS, "counts")} | some


def decks_data(decks: Decks) -> dict[str, int]:
    """The decks without their ranks."""
    return {key: getattr(decks, key) for key in DECKS_KEYS}


# Older stored games have these sentences as a list.
_BEFORE = "melds"


def paragraphs_by_part(named: Data, before: Sequence[str], data: Data) -> HowToPlay:
    """The paragraphs that apply by the rules in `data`, by part; a part may have none.

    `named` are the paragraphs of each part by name, `before` the sentences of an older stored
    game.
    """
    parts = {part: tuple(paragraphs(named.get(part, {}), data)) for part in PARTS}
    return parts | {_BEFORE: (*before, *parts[_BEFORE])}


def paragraphs(named: Data, data: Data) -> Iterator[str]:
    """The paragraphs of a table that apply by the rules in `data`."""
    for row in named.values():
        if all(value_at(data, path) == value for path, value in row["when"].items()):
            yield row["text"]


_TOO_LARGE = "no more cards than are dealt, not %(cards)s where %(dealt)s are dealt"
_NO_SUCH_RANK = "only ranks of the cards in play, not %(rank)s"
_TWO = 2
_IGNORED = "no such key with scoring %(scoring)s, which does not use it"
_POINTS_OF_KNOCK = "points, with scoring knock_difference and with no other"
_OF_DIFFERENCE = "no such key without scoring knock_difference"
_NO_KNOCK = "only ways to end a round with [knocking]: knock, gin, big_gin"
_ONLY_KNOCK = "only ways to end a round without [knocking]: out, rummy"
_WAYS = "ways to end a round that this game has"
_ONLY_GIN = "no such key where knocking.most is 0"
_NO_DISCARD = "false, where discards is false"
_HAS_RUNS = "true, where contracts, the opening or a hand need runs"
_NOT_OPENED = "no such key with an opening that does not use it"
_WINS_FIRST = "no such key where going out in one turn wins the game"
_NO_DROPS = "no such key with [knocking], where nobody wins a round by being the last one left"
_NO_CONTRACTS = "no such key with contracts, which say what is laid down first"
_NO_TERM = "no such key without contracts"
_NO_RETURN = "no such key without end.rejoin"
_NOBODY_IS_OUT = "no such key without end.when one_left, or where points add up to 0"
_NOBODY_RETURNS = (
    "no such key without end.when one_left, with two players, or where points add up to 0"
)
_NOT_BY_CONTRACTS = "with_deciding_round, unless end.winner is first_to_finish"
_NO_TIE_TO_BREAK = "shared, with end.when one_left or table_ends"
_MOST_WINS = "no such table unless the most points win, and the game has an end of its own"
_NO_GAME = "none or points, without settlement.game"
_ONE_GAME = (
    "1, without end.when limit_reached and end.tiebreak shared, or where a round can be won "
    "outright"
)
_ONE_EACH = "one number, or one for each of the %(contracts)s contracts, not %(rounds)s"


def check_consistency(ruleset: Ruleset, file: str) -> None:
    """Raises RulesetError naming `file` and the key to change."""
    if ruleset.most_players < ruleset.least_players:
        raise RulesetError(file, "players.most", "no fewer than players.least")
    rows = [row.up_to for row in ruleset.decks]
    if rows != sorted(set(rows)):
        raise RulesetError(file, "decks", "rows in the order of up_to, each once")
    if ruleset.decks[-1].up_to < ruleset.most_players:
        raise RulesetError(file, "decks", f"a row for {ruleset.most_players} players")
    if (ruleset.advancing == "finish") != (ruleset.end.when == "contract_finished"):
        raise RulesetError(file, "advancing", "finish, with end.when contract_finished, or neither")
    differs = ruleset.scoring.pays_knocks
    if differs and ruleset.most_players != _TWO:
        raise RulesetError(file, "players.most", "2 with scoring knock_difference")
    if differs != (ruleset.knocking is not None) and (
        differs or "knocking" not in ruleset.scoring.reads
    ):
        raise RulesetError(file, "knocking", _POINTS_OF_KNOCK)
    _check_values(ruleset, file)
    _check_sizes_of_contracts(ruleset, file)


def check_new_game(ruleset: Ruleset, file: str) -> None:
    """Further checks, for new games only, so that older stored games can still be read.

    Every key about scoring has an effect. Raises RulesetError as `check_consistency` does.
    """
    _check_rounds(ruleset, file)
    for key, expected in _contradictions(ruleset):
        raise RulesetError(file, key, expected)
    for key, expected in keys_without_effect(ruleset):
        if not _is_usual(ruleset, key):
            raise RulesetError(file, key, expected, scoring=ruleset.scoring.key)


def keys_without_effect(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The keys that have no effect beside the others of this game, each with the reason.

    Another than the usual value is refused.
    """
    scheme = ruleset.scoring
    about_cards = _ABOUT_CARDS if scheme.only_points else ()
    for key in (*sorted(SCORING_KEYS - scheme.reads), *about_cards):
        yield key, _IGNORED
    if ruleset.knocking:
        yield from _beside_knocking(ruleset, ruleset.knocking)
    yield from _ways_to_close(ruleset)
    yield from _about_the_first_melds(ruleset)
    yield from _about_the_end(ruleset)
    if ruleset.settlement:
        yield from _after_the_last_round(ruleset)


# Where no card counts and nobody goes out.
_ABOUT_CARDS = (
    *("values", "contracts", "moving_wild", "opening", "melding", "discards", "discard_to_go_out"),
    *("last_turns", "buys.allowed", "end.blocked"),
)
# Of keys that have no default, or whose table has another one when read.
_USUAL: Data = {
    "values": {},
    "contracts": (),
    "melding": Melding(),
    "opening": OpeningRules(),
    "closing": Closing(),
    "buys.allowed": False,
    "end.tiebreak": "shared",
    "end.blocked": "score_all",
}


def _is_usual(ruleset: Ruleset, path: str) -> bool:
    """Whether the key has the value of a game without it."""
    if path == "opening.points":
        return not ruleset.opening.every_least
    usual = _USUAL[path] if path in _USUAL else key_at(path).default
    return bool(attrgetter(path)(ruleset) == usual)


def _contradictions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The keys whose value contradicts others, each with the reason."""
    knocking, opening, closing = ruleset.knocking, ruleset.opening, ruleset.closing
    for key in ("gin", "undercut"):
        if knocking and ruleset.scoring.pays_knocks and getattr(knocking, key) is None:
            yield f"knocking.{key}", _POINTS_OF_KNOCK
    for key in closing.called:
        if key not in {*ruleset.endings, *_asked_ways(ruleset)}:
            yield f"closing.called.{key}", _WAYS
    for table, rules in (("", ruleset), ("melding.", ruleset.melding)):
        if rules.discard_to_go_out and not ruleset.discards:
            yield f"{table}discard_to_go_out", _NO_DISCARD
    if opening.all_at_once == "no_points" and not opening.every_least:
        yield "opening.all_at_once", _NOT_OPENED
    yield from _about_melds(ruleset)
    settlement = ruleset.settlement
    if settlement and settlement.shutout == "game" and not settlement.game:
        yield "settlement.shutout", _NO_GAME


def _about_melds(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Runs that are needed and may not be melded, and cards that do not exist."""
    melds = (meld for contract in ruleset.contracts for meld in contract.melds)
    has_runs = ruleset.opening.pure_runs or any(isinstance(meld, Run) for meld in melds)
    if not ruleset.melding.runs and (has_runs or ruleset.melding.least_runs):
        yield "melding.runs", _HAS_RUNS
    for key in ("no_meld", "melded_going_out"):
        if not {*(getattr(ruleset.melding, key) or ())} <= card_codes(ruleset):
            yield f"melding.{key}", NO_SUCH_CARD


def _asked_ways(ruleset: Ruleset) -> Iterator[str]:
    """The ways to end a round that have a reward, or count double."""
    yield from (way for way, reward in ruleset.closing.rewards.items() if reward is not None)
    if ruleset.rummy_doubles:
        yield "rummy"


def _beside_knocking(ruleset: Ruleset, knocking: Knocking) -> Iterator[tuple[str, str]]:
    """The bonuses of a knock belong to the difference in deadwood; going rummy to no knock."""
    if not ruleset.scoring.pays_knocks:
        for key in ("gin", "undercut"):
            yield f"knocking.{key}", _POINTS_OF_KNOCK
        for key in ("big_gin", "at", "equal"):
            yield f"knocking.{key}", _OF_DIFFERENCE
    if not knocking.most:
        for key in ("cards", "at", "equal"):
            yield f"knocking.{key}", _ONLY_GIN
    yield "rummy_doubles", _NO_KNOCK
    yield "drops", _NO_DROPS


def _ways_to_close(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Only ways to end a round that players can choose have a reward."""
    ends = ruleset.endings or ("out", "rummy")
    for key in CLOSING_KEYS:
        if key not in ends:
            yield f"closing.{key}", _NO_KNOCK if ruleset.endings else _ONLY_KNOCK
    if ruleset.closing.reward("rummy") == "wins":
        yield "rummy_doubles", _WINS_FIRST


def _about_the_first_melds(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """What contracts say, and what an opening counts only in points, or needs at all.

    Where melds score, cards count in an opening as they do there.
    """
    if ruleset.contracts:
        for key in ("points", "pure_runs", "pure_sets"):
            yield f"opening.{key}", _NO_CONTRACTS
    else:
        yield "contract_term", _NO_TERM
        yield "only_who_goes_out_lays_down_last", _NO_TERM
    if not ruleset.opening.every_least or ruleset.scoring.melds_score:
        yield "opening.values", _NOT_OPENED
        yield "opening.low_ace_is_one", _NOT_OPENED
    if not ruleset.opening.is_needed:
        yield "opening.all_at_once", _NOT_OPENED


def _about_the_end(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    end = ruleset.end
    if end.when in {"one_left", "table_ends"}:
        yield "end.tiebreak", _NO_TIE_TO_BREAK
    if not end.by_contracts:
        yield "end.tie_points", _NOT_BY_CONTRACTS
    goes_on = end.when == "one_left" and ruleset.most_players > _TWO
    if not goes_on or ruleset.scoring.is_zero_sum:
        yield "end.rejoin", _NOBODY_RETURNS
    if end.rejoin == "no":
        yield "end.rejoins", _NO_RETURN
    is_out = end.when == "one_left" and not ruleset.scoring.is_zero_sum
    if ruleset.drops and not is_out:
        yield "drops.may_eliminate", _NOBODY_IS_OUT


def _after_the_last_round(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """A game that the table ends early is not settled.

    Where the points of a round add up to 0, the wins alone would count in some of several games.
    """
    ends = ruleset.end.when != "table_ends" or "wins" in ruleset.closing.rewards.values()
    if ruleset.end.low_wins or not ends:
        yield "settlement", _MOST_WINS
    if not _has_games(ruleset):
        yield "settlement.games", _ONE_GAME
    if ruleset.scoring.is_zero_sum:
        yield "settlement.games", _IGNORED


def _has_games(ruleset: Ruleset) -> bool:
    """Whether several games can be scored at once: each ends at the limit, and only there."""
    end, rewards = ruleset.end, ruleset.closing.rewards.values()
    return (end.when, end.tiebreak) == ("limit_reached", "shared") and "wins" not in rewards


def _check_rounds(ruleset: Ruleset, file: str) -> None:
    """A list of cards dealt has one number per round, if each round has its contract."""
    contracts, rounds = len(ruleset.contracts), len(ruleset.cards_dealt)
    if ruleset.advancing == "round" and rounds > 1 and rounds != contracts:
        raise RulesetError(file, "cards_dealt", _ONE_EACH, contracts=contracts, rounds=rounds)


def unmakeable_contracts(ruleset: Ruleset) -> tuple[int, ...]:
    """The numbers of contracts that no hand fulfils.

    Either a meld is larger than the pack allows, or the last contract must take the whole hand and
    its melds have fixed sizes that leave cards over.
    """
    return tuple(
        number
        for number, contract in enumerate(ruleset.contracts, 1)
        if any(meld.size > _largest(ruleset, meld) for meld in contract.melds)
        or _never_takes_whole_hand(ruleset, number)
    )


def _largest(ruleset: Ruleset, meld: Meld) -> int:
    """The most cards of such a meld with all decks, wild cards included."""
    decks, pack = ruleset.decks[-1].decks, ruleset.pack
    wild = sum(decks.copies(rank) for rank in ruleset.wild if rank in (*pack.ranks, JOKER))
    if isinstance(meld, Run):
        return len(pack.ranks) + 1 if ruleset.melding.ace != "wraps" else decks.cards
    ranks = (meld.rank,) if isinstance(meld, OfRank) else pack.ranks
    most = max(decks.copies(rank) for rank in ranks) + wild
    return most if isinstance(meld, Set | OfRank) else decks.cards


def _never_takes_whole_hand(ruleset: Ruleset, number: int) -> bool:
    rules, contract = ruleset.melding, ruleset.contracts[number - 1]
    if number < len(ruleset.contracts) or not rules.last_contract_complete:
        return False
    exact = {Set: rules.set_exact, Run: rules.run_exact}
    is_fixed = all(exact.get(type(meld), True) for meld in contract.melds)
    return is_fixed and contract.cards < _fewest_dealt(ruleset, number)


def _check_values(ruleset: Ruleset, file: str) -> None:
    """Every card that can be left in a hand has a value, which may be 0."""
    if ruleset.scoring.only_points:
        return
    jokers = any(row.decks.jokers for row in ruleset.decks)
    for rank in (*((JOKER,) if jokers else ()), *ruleset.pack.ranks):
        if rank not in ruleset.values:
            raise RulesetError(file, f"values.{rank}", "points, for this card is in play")
    for rank in ruleset.opening.values:
        if rank not in ruleset.pack.names:
            expected = f"a rank: {', '.join(ruleset.pack.names)}"
            raise RulesetError(file, f"opening.values.{rank}", expected)


def _check_sizes_of_contracts(ruleset: Ruleset, file: str) -> None:
    """A contract may exceed the deal only if buying can supply the cards.

    Without a last discard it may also take the card drawn in the last turn.
    """
    drawn = 0 if ruleset.discard_to_go_out else 1
    for number, contract in enumerate(ruleset.contracts, 1):
        dealt = _fewest_dealt(ruleset, number)
        bought = ruleset.buys.cards_each * ruleset.buys.most(number)
        if contract.cards > dealt + drawn + bought:
            place, cards = f"contracts[{number - 1}]", contract.cards
            raise RulesetError(file, place, _TOO_LARGE, cards=cards, dealt=dealt)
        _check_ranks(ruleset, contract, f"contracts[{number - 1}]", file)


def _check_ranks(ruleset: Ruleset, contract: Contract, place: str, file: str) -> None:
    """A contract names only ranks of the pack."""
    jokers = any(row.decks.jokers for row in ruleset.decks)
    for meld in contract.melds:
        rank = meld.rank if isinstance(meld, OfRank) else None
        if rank not in {None, *ruleset.pack.ranks, JOKER if jokers else None}:
            raise RulesetError(file, place, _NO_SUCH_RANK, rank=str(rank))


def _fewest_dealt(ruleset: Ruleset, number: int) -> int:
    """The smallest deal; in a must-finish game any contract may come in any round."""
    rounds = range(1, len(ruleset.cards_dealt) + 1) if ruleset.advancing != "round" else (number,)
    return min(ruleset.dealt(n, row.up_to) for n in rounds for row in ruleset.decks)


def read_ruleset(data: Data, file: str = "ruleset") -> Ruleset:
    """Parse a ruleset; `file` is named in errors.

    Raises RulesetError naming the file, the key and the expected value.
    """
    top = Section(data, file)
    fields = read_keys(top, RULE_KEYS)
    _check_contracts(top, fields)
    melding = _melding(top, fields.pop("melding"))
    cards = read_cards(top, fields, melding)
    if fields["partners"] or any(bonus.counts == "held" for bonus in cards["bonuses"]):
        fields["hand_size"] = "unknown"
    ruleset = Ruleset(
        **fields.pop("players"),
        **cards,
        melding=melding,
        **_scoring(top, fields),
        **_notes(fields, data),
        buys=Buys(**fields.pop("buys")),
        house_rules=read_house_rules(top, fields.pop("house_rules")),
        **fields,
    )
    check_consistency(ruleset, file)
    return ruleset


def _check_contracts(top: Section, fields: Data) -> None:
    without = fields["advancing"] == "none"
    if bool(fields["contracts"]) == without:
        raise top.fail("contracts", "no contract" if without else "at least one contract")


def _melding(top: Section, fields: dict[str, Any] | None) -> Melding:
    if fields is None:
        return Melding()
    section = top.section("melding")
    for key in fields["sources"]:
        if key not in {*MELDING_FIELDS, *DEFINITIONS, *BESIDE}:
            raise section.unknown(f"sources.{key}", "no such key here")
    caps = fields["most_wilds"]
    if isinstance(caps, dict) and not all(
        size in {"any", "set"} or size.isdecimal() for size in caps
    ):
        raise section.fail("most_wilds", "sizes of melds, set or any")
    return Melding(**fields)


def _scoring(top: Section, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields about scoring and the end."""
    knocking, settlement = fields.pop("knocking"), fields.pop("settlement")
    opening, closing = fields.pop("opening"), fields.pop("closing")
    return {
        "scoring": SCHEMES[fields.pop("scoring")],
        "drops": None if (drops := fields.pop("drops")) is None else Drops(**drops),
        "knocking": Knocking(**knocking) if knocking else None,
        "opening": _opening(opening or {}),
        "closing": Closing(**(closing or {})),
        "settlement": SettlementRules(**settlement) if settlement else None,
        "adjustments": tuple(Adjustment(**row) for row in fields.pop("adjustments")),
        "end": _end(top.section("end"), fields.pop("end")),
    }


def _opening(fields: Data) -> OpeningRules:
    """The rows by total, where the points depend on it, stand in their own field."""
    points = fields.get("points", ())
    if not isinstance(points, list):
        return OpeningRules(**fields)
    rows = sorted((OpeningFrom(**row) for row in points), key=lambda row: row.total)
    return OpeningRules(**{**fields, "points": (), "by_total": tuple(rows)})


def _end(section: Section, fields: Data) -> End:
    end = End(**fields)
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


def _notes(fields: dict[str, Any], data: Data) -> dict[str, Any]:
    """The texts of the rules card."""
    named, differences = fields.pop("how_to_play") or {}, fields.pop("differences")
    before = tuple(row["text"] for row in fields.pop("melds"))
    return {
        "how_to_play": paragraphs_by_part(named, before, data),
        "differences": (
            tuple(paragraphs(differences, data))
            if isinstance(differences, dict)
            else tuple(row["text"] for row in differences)
        ),
        "sources": tuple(row["text"] for row in fields.pop("sources")),
    }
