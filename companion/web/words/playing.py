"""Sentences about the course of a game: its rules, the start of newcomers, the end of a round.

The start of newcomers and returning players depends on other joins and leaves: a newcomer has no
advantage over anybody at the table, and a join or leave in the same gap changes who is there, and
so the start that was announced.
"""

from collections.abc import Iterator
from typing import Literal

from flask_babel import gettext, ngettext
from markupsafe import Markup

from companion.rules.model.melding import SettlementRules
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.rules.reading.keys import RULE_KEYS
from companion.sentences import N_, NN_, SCORING, SETTLEMENT
from companion.web.words.text import bdi, say

_NOW = NN_(
    "%(name)s now starts with %(points)s point.",
    "%(name)s now starts with %(points)s points.",
    "points",
)
_NOW_ON = NN_(
    "%(name)s now starts on contract %(contract)s with %(points)s point.",
    "%(name)s now starts on contract %(contract)s with %(points)s points.",
    "points",
)


def other_starts(before: State, after: State) -> Iterator[Markup]:
    """The players whose start in the open round differs from that before this change."""
    if before.open is None or after.open is None:
        return
    if before.open.deal.number != after.open.deal.number:
        return
    for seat in sorted(_comers(before) & _comers(after)):
        points, contract = start = _start(after, seat)
        if start != _start(before, seat):
            said = {"name": bdi(after.names[seat]), "points": points, "contract": contract}
            yield say(_NOW_ON if contract else _NOW, said)


def _comers(state: State) -> set[int]:
    """The newcomers and returning players of the open round who are dealt in."""
    if state.open is None:
        return set()
    number = state.open.deal.number
    joined = {seat for seat, first in state.joined.items() if first == number}
    back = {row.seat for row in state.returns if row.back_before == number}
    return (joined | back) & {*state.open.deal.players}


def _start(state: State, seat: int) -> tuple[int, int | None]:
    """Points and contract."""
    return state.totals[seat], state.open.deal.contracts.get(seat) if state.open else None


RoundEnd = Literal["out", "declared", "won", "knocked"]

_BY_PLAYER = {
    "out": N_("%(name)s went out"),
    "declared": N_("%(name)s declared"),
    "won": N_("%(name)s won the round"),
    "knocked": N_("%(name)s went out"),
}
_BY_NOBODY = {
    "out": N_("Nobody went out"),
    "declared": N_("Nobody declared"),
    "won": N_("Nobody won the round"),
    "knocked": N_("Nobody knocked"),
}
_QUESTIONS = {
    "out": N_("Who went out?"),
    "declared": N_("Who declared?"),
    "won": N_("Who won the round?"),
    "knocked": N_("Who knocked or went gin?"),
}


def round_end(ruleset: Ruleset | None) -> RoundEnd:
    """How players end a round; None are unknown rules.

    Where players drop, the last one left wins a round without declaring.
    """
    if ruleset is None:
        return "out"
    if ruleset.drops:
        return "won"
    if ruleset.scoring.counts_deadwood:
        return "declared"
    return "knocked" if ruleset.knocking else "out"


def ended_by_words(ruleset: Ruleset | None, name: str) -> Markup:
    """The end of a round by this player."""
    return say(_BY_PLAYER[round_end(ruleset)], {"name": name})


def ended_by_nobody_words(ruleset: Ruleset | None) -> Markup:
    """The end of a round by nobody."""
    return say(_BY_NOBODY[round_end(ruleset)], {})


def ended_by_whom_words(ruleset: Ruleset) -> Markup:
    """The question for the player who ended the round."""
    return say(_QUESTIONS[round_end(ruleset)], {})


_TIES = {
    "shared": N_("Players with equal points share the win."),
    "went_out_last_round": N_("With equal points, the one who went out in that round wins."),
    "playoff": N_(
        "With equal points, they play the last contract again: the first to go out wins."
    ),
    "play_on": N_("With equal points, everybody plays another round."),
    "tied_play_on": N_("With equal points, only those players play another round."),
}


def playing_words(ruleset: Ruleset) -> Iterator[str]:
    """How players advance, the cost of a round, the end of the game and the winner."""
    yield from _advancing(ruleset)
    yield from _told(ruleset)
    figures = ruleset.scoring.figures(ruleset)
    for code in ruleset.scoring.on_the_card(ruleset):
        yield str(say(SCORING[code], figures))
    yield from _drops(ruleset)
    yield from _end(ruleset)
    if ruleset.settlement:
        yield from _settlement(ruleset.settlement)


def _advancing(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.advancing == "finish":
        yield gettext(
            "You stay on a contract until you have made it, and make at most one a round."
        )
    if ruleset.advancing == "round":
        yield gettext(
            "Everybody tries for the contract of the round, whether or not they made the last one."
        )
    if ruleset.only_who_goes_out_lays_down_last:
        yield gettext(
            "In the last round only the player who goes out lays down, with no card left over."
        )


def _told(ruleset: Ruleset) -> Iterator[str]:
    """The sentences of the table of rule keys for other than default values."""
    for key in RULE_KEYS:
        value = getattr(ruleset, key.field or key.name, key.default)
        if key.sentence and value != key.default:
            yield gettext(key.sentence, value=value)


def _drops(ruleset: Ruleset) -> Iterator[str]:
    """The price of giving a round up."""
    if ruleset.drops is None:
        return
    yield gettext(
        "Dropping out of a round costs %(first)s points before your first draw and %(middle)s "
        "later; a wrong declaration costs %(wrong)s.",
        first=ruleset.drops.first,
        middle=ruleset.drops.middle,
        wrong=ruleset.drops.wrong,
    )


def nobody_out_words(ruleset: Ruleset) -> str:
    """The effect of a round in which nobody went out."""
    return str(gettext(SCORING[ruleset.scoring.nobody_out].one))


def _end(ruleset: Ruleset) -> Iterator[str]:
    match ruleset.end.when:
        case "contract_finished":
            yield gettext(
                "The round in which somebody lays down the last contract is finished and scored; "
                "then the game is over."
            )
        case "rounds_played":
            yield ngettext(
                "The game is over after %(num)s round.",
                "The game is over after %(num)s rounds.",
                ruleset.rounds or 0,
            )
        case "limit_reached" if ruleset.end.low_wins:
            yield gettext(
                "The game is over when somebody reaches %(limit)s points: that player has lost.",
                limit=ruleset.end.limit,
            )
        case "limit_reached":
            yield gettext(
                "The game is over when somebody reaches %(limit)s points.", limit=ruleset.end.limit
            )
        case "one_left":
            yield from _out_at_the_limit(ruleset)
        case "table_ends":
            yield gettext("You play as many rounds as you like.")
    yield _winner(ruleset)
    yield gettext(_TIES[ruleset.end.tiebreak].one)


def _settlement(rules: SettlementRules) -> Iterator[str]:
    if rules.game:
        yield str(say(SETTLEMENT["game"], {"game": rules.game}))
    if rules.box:
        yield str(say(SETTLEMENT["boxes"], {"box": rules.box}))
    if rules.shutout != "none":
        yield gettext(SETTLEMENT[f"shutout_{rules.shutout}"].one)


def _out_at_the_limit(ruleset: Ruleset) -> Iterator[str]:
    yield gettext("Whoever reaches %(limit)s points is out.", limit=ruleset.end.limit)
    if ruleset.end.rejoin:
        yield gettext(
            "A player who is out may come back with one point more than the highest total, "
            "as long as that is below the limit."
        )


def _winner(ruleset: Ruleset) -> str:
    if ruleset.end.when == "one_left":
        return str(gettext("The last player left in the game wins."))
    if ruleset.end.by_contracts:
        return str(
            gettext(
                "The player who finishes the last contract wins; if several do so in the same "
                "round, the fewest points decide."
            )
        )
    low = gettext("The fewest points win.")
    return str(low if ruleset.end.low_wins else gettext("The most points win."))
