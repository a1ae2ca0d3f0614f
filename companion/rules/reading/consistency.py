"""Consistency of a ruleset across its keys."""

from companion.rules.model.cards import JOKER
from companion.rules.model.contracts import Contract, Meld, OfRank, Run, Set
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.sections import RulesetError

_TOO_LARGE = "no more cards than are dealt, not %(cards)s where %(dealt)s are dealt"
_NO_SUCH_RANK = "only ranks of the cards in play, not %(rank)s"
_KNOCKER_AND_DEFENDER = 2
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
    if ruleset.knocking and ruleset.most_players != _KNOCKER_AND_DEFENDER:
        raise RulesetError(file, "players.most", "2 with scoring knock_difference")
    _check_values(ruleset, file)
    _check_contracts(ruleset, file)


def check_rounds(ruleset: Ruleset, file: str) -> None:
    """A list of cards dealt has one number per round, if each round has its contract.

    Checked for new games only, so that older stored games can still be read. Raises RulesetError as
    `check_consistency` does.
    """
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
    jokers = any(row.decks.jokers for row in ruleset.decks)
    for rank in (*((JOKER,) if jokers else ()), *ruleset.pack.ranks):
        if rank not in ruleset.values:
            raise RulesetError(file, f"values.{rank}", "points, for this card is in play")


def _check_contracts(ruleset: Ruleset, file: str) -> None:
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
