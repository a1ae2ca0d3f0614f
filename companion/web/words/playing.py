"""Sentences about the course of a game: its rules, the start of newcomers, the end of a round.

The start of newcomers and returning players depends on other joins and leaves: a newcomer has no
advantage over anybody at the table, and a join or leave in the same gap changes who is there, and
so the start that was announced.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from flask_babel import gettext, ngettext
from markupsafe import Markup, escape

from companion.rules.model.cards import JOKER, Bonus
from companion.rules.model.melding import OpeningRules, SettlementRules
from companion.rules.model.play import Closed
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.rules.reading.keys import CLOSING_KEYS, RULE_KEYS
from companion.sentences import N_, NC_, NN_, SCORING, SETTLEMENT, Sentence
from companion.web.words.cards import card_words
from companion.web.words.terms import list_words
from companion.web.words.text import bdi, own_words, say

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


EndingKind = Literal["button", "player", "round", "you", "entry", "told"]
_RUMMY = N_("%(name)s went rummy: out in one turn")
_ENDINGS: Mapping[EndingKind, Mapping[Closed, Sentence]] = {
    "button": {
        "knock": NC_("button", "Knock"),
        "gin": NC_("button", "Gin"),
        "big_gin": NC_("button", "Big gin"),
    },
    "player": {
        "knock": NC_("player", "knocked"),
        "gin": NC_("player", "went gin"),
        "big_gin": NC_("player", "went big gin"),
        "rummy": NC_("player", "went rummy"),
    },
    "round": {
        "knock": NC_("round", "knock"),
        "gin": NC_("round", "gin"),
        "big_gin": NC_("round", "big gin"),
        "rummy": NC_("round", "rummy"),
    },
    "you": {
        "gin": N_("You went gin"),
        "big_gin": N_("You went big gin"),
    },
    "entry": {
        "knock": N_("%(name)s knocked"),
        "gin": N_("%(name)s went gin"),
        "big_gin": N_("%(name)s went big gin"),
        "rummy": _RUMMY,
    },
    "told": {
        "knock": N_("%(name)s knocked."),
        "gin": N_("%(name)s went gin."),
        "big_gin": N_("%(name)s went big gin."),
    },
}
# Around the name of an ending, where the game has its own.
_CLOSED: Mapping[EndingKind, Sentence] = {
    "you": N_("You ended the round: %(how)s"),
    "entry": N_("%(name)s ended the round: %(how)s"),
    "told": N_("%(name)s ended the round: %(how)s."),
}


def ending_words(
    ruleset: Ruleset | None, ending: Closed, kind: EndingKind = "button", name: str = ""
) -> Markup:
    """The end of a round in a way with a name, by that of the game for it if it has one.

    None are unknown rules.
    """
    called = ruleset.closing.called.get(ending) if ruleset else None
    if called is None:
        sentence = _ENDINGS[kind].get(ending)
        return say(sentence, {"name": name}) if sentence else Markup("")
    label = escape(own_words(called))
    return say(_CLOSED[kind], {"name": name, "how": label}) if kind in _CLOSED else label


def rummy_words(ruleset: Ruleset) -> str:
    """The question whether the player went out in one turn, and its effect."""
    called = ruleset.closing.called.get("rummy")
    if called is not None and ruleset.scoring.counts_deadwood:
        return own_words(called)  # nobody melds before the end
    if called is not None:
        return str(
            gettext("%(how)s: out in one turn, with nothing melded before.", how=own_words(called))
        )
    if ruleset.rummy_doubles:
        return str(
            gettext("Went rummy: out in one turn, with nothing melded before. It counts double.")
        )
    return str(gettext("Went rummy: out in one turn, with nothing melded before."))


RoundEnd = Literal["out", "declared", "won", "knocked", "closed"]

_BY_PLAYER = {
    "out": N_("%(name)s went out"),
    "declared": N_("%(name)s declared"),
    "won": N_("%(name)s won the round"),
    "knocked": N_("%(name)s went out"),
    "closed": N_("%(name)s closed"),
}
_BY_NOBODY = {
    "out": N_("Nobody went out"),
    "declared": N_("Nobody declared"),
    "won": N_("Nobody won the round"),
    "knocked": N_("Nobody knocked"),
    "closed": N_("Nobody closed"),
}
_QUESTIONS = {
    "out": N_("Who went out?"),
    "declared": N_("Who declared?"),
    "won": N_("Who won the round?"),
    "knocked": N_("Who knocked or went gin?"),
    "closed": N_("Who closed?"),
}


def round_end(ruleset: Ruleset | None) -> RoundEnd:
    """How players end a round; None are unknown rules.

    Where players drop, the last one left wins a round without declaring.
    """
    if ruleset is None:
        return "out"
    if ruleset.drops:
        return "won"
    if ruleset.declares:
        return "declared"
    if ruleset.knocking:
        return "knocked" if ruleset.scoring.pays_knocks else "closed"
    return "out"


def goes_out(ruleset: Ruleset) -> bool:
    """Whether a round ends when a player goes out, and not otherwise."""
    return round_end(ruleset) == "out"


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
    "went_out_last_round": N_("With equal points, the one who went out in the last round wins."),
    "playoff": N_(
        "With equal points, they play the last contract again: the first to go out wins."
    ),
    "play_on": N_("With equal points, everybody plays another round."),
    "tied_play_on": N_("With equal points, only those players play another round."),
}


def playing_words(ruleset: Ruleset) -> Iterator[str]:
    """How players advance, the cost of a round, the end of the game and the winner.

    Texts of a ruleset in them are escaped.
    """
    yield from _advancing(ruleset)
    yield from _told(ruleset)
    rummy = ruleset.closing.called.get("rummy", "")
    figures = {**ruleset.scoring.figures(ruleset), "how": own_words(rummy)}
    for code in ruleset.scoring.on_the_card(ruleset):
        yield say(SCORING[code], figures)
    yield from map(_bonus, ruleset.card_values.extras)
    yield from _rewards(ruleset)
    yield from _drops(ruleset)
    yield from _end(ruleset)


_OPENING = NN_(
    "The first melds of a player in a round are worth at least %(points)s point.",
    "The first melds of a player in a round are worth at least %(points)s points.",
    "points",
)
_PURE_RUNS = NN_(
    "Among the first melds of a player is at least %(runs)s run without a wild card.",
    "Among the first melds of a player are at least %(runs)s runs without a wild card.",
    "runs",
)

_PURE_SETS = NN_(
    "Among the first melds of a player is at least %(sets)s set without a wild card.",
    "Among the first melds of a player are at least %(sets)s sets without a wild card.",
    "sets",
)
_ALL_AT_ONCE = {
    "no_points": N_("A player who lays all cards down in one turn needs no points for that."),
    "free": N_("A player who lays all cards down in one turn needs none of this."),
}


def opening_words(ruleset: Ruleset) -> Iterator[str]:
    """What the first melds of a player need; texts of a ruleset in them are escaped."""
    opening, points = ruleset.opening, ruleset.opening.every_least
    if len(points) == 1:
        yield say(_OPENING, {"points": points[0]})
    elif opening.by_total:
        yield gettext(
            "The points that the first melds of a player need depend on the total: %(rows)s.",
            rows=list_words(_opening_rows(opening)),
        )
    elif points:
        yield gettext(
            "The first melds of a player are worth at least so many points, round by round: "
            "%(points)s.",
            points=list_words(map(str, opening.points)),
        )
    if points and ruleset.scoring.melds_score:
        yield gettext("In the first melds all cards count as in other melds, wild ones too.")
    elif points:
        yield from _worth_in_opening(ruleset)
    if opening.pure_runs:
        yield say(_PURE_RUNS, {"runs": opening.pure_runs})
    if opening.pure_sets:
        yield say(_PURE_SETS, {"sets": opening.pure_sets})
    if opening.is_needed and opening.all_at_once in _ALL_AT_ONCE:
        yield say(_ALL_AT_ONCE[opening.all_at_once], {})


def _worth_in_opening(ruleset: Ruleset) -> Iterator[str]:
    """What cards count in the first melds of a player, where not the same as in hand."""
    opening, called = ruleset.opening, ruleset.pack.called
    others = [
        f"{card_words(rank, called)} = {points}"
        for rank, points in opening.values.items()
        if rank != JOKER and points != ruleset.values.get(rank)
    ]
    if others:
        values = list_words(others)
        yield gettext("In the first melds, cards count differently: %(values)s.", values=values)
    if JOKER not in opening.values:
        yield gettext("A wild card in them counts as the card that it stands for.")
    else:
        yield gettext("A wild card in them counts %(points)s.", points=opening.values[JOKER])
    ace = opening.values.get("A", ruleset.values.get("A", 1))
    if ruleset.melding.ace not in {"high", "none"} and opening.low_ace_is_one and ace > 1:
        yield gettext("An ace below a two counts 1 there.")


def _opening_rows(opening: OpeningRules) -> Iterator[str]:
    first, *others = opening.by_total
    if others:
        yield gettext("%(points)s below %(total)s", points=first.points, total=others[0].total)
    for row in others:
        yield gettext("%(points)s from %(total)s on", points=row.points, total=row.total)


_REWARDS: Mapping[str, Sentence] = {
    "out": NN_(
        "The player who goes out scores %(points)s point besides.",
        "The player who goes out scores %(points)s points besides.",
        "points",
    ),
    "rummy": NN_(
        "Going out in one turn, with nothing melded before, scores %(points)s point besides.",
        "Going out in one turn, with nothing melded before, scores %(points)s points besides.",
        "points",
    ),
}
_REWARD = NN_(
    "%(how)s: the player who ended the round scores %(points)s point besides.",
    "%(how)s: the player who ended the round scores %(points)s points besides.",
    "points",
)
_INSTEAD = NN_(
    "%(how)s: %(points)s point instead.", "%(how)s: %(points)s points instead.", "points"
)
_WINS = N_("%(how)s: the player who ended the round has won the game.")
_WINS_BY = {
    "out": N_("The player who goes out has won the game."),
    "rummy": N_("Going out in one turn, with nothing melded before, wins the game."),
}


def _rewards(ruleset: Ruleset) -> Iterator[str]:
    """The reward for each way to end a round."""
    for key in CLOSING_KEYS:
        reward = getattr(ruleset.closing, key)
        if reward is None:
            continue
        called = ruleset.closing.called.get(key)
        if called is None and key in _REWARDS:
            sentence = _WINS_BY[key] if reward == "wins" else _REWARDS[key]
        else:
            is_more = key == "rummy" and isinstance(ruleset.closing.out, int)
            sentence = _WINS if reward == "wins" else _INSTEAD if is_more else _REWARD
        how = ending_words(ruleset, key) if key in ruleset.endings else own_words(called or "")
        yield say(sentence, {"how": how, "points": reward})


_EACH = {
    "melded": NN_("%(how)s: %(points)s point each.", "%(how)s: %(points)s points each.", "points"),
    "held": NN_(
        "%(how)s: %(points)s point off each.", "%(how)s: %(points)s points off each.", "points"
    ),
}
_ONCE = {
    "melded": NN_("%(how)s: %(points)s point.", "%(how)s: %(points)s points.", "points"),
    "held": NN_("%(how)s: %(points)s point off.", "%(how)s: %(points)s points off.", "points"),
}
_BY_NUMBER = {
    "melded": N_("%(how)s: %(points)s, for one, two, and so on."),
    "held": N_("%(how)s: %(points)s off, for one, two, and so on."),
}


def _bonus(bonus: Bonus) -> Markup:
    """What is counted beside the cards, and its points."""
    how = own_words(bonus.title)
    if not bonus.by_count[1:]:
        sentences = _ONCE if bonus.by_count else _EACH
        return say(sentences[bonus.counts], {"how": how, "points": bonus.value})
    points = list_words(map(str, bonus.by_count))
    return say(_BY_NUMBER[bonus.counts], {"how": how, "points": points})


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
    said = {"most_points"} if ruleset.lost_lives is not None else set()
    for key in (key for key in RULE_KEYS if key.name not in said):
        value = getattr(ruleset, key.field or key.name, key.default)
        if key.sentence and value != key.default:
            yield gettext(key.sentence, value=value)


_DROPS_IN_POINTS = N_(
    "Dropping out of a round costs %(first)s points before your first draw and %(middle)s "
    "later; a wrong declaration costs %(wrong)s."
)
_DROPS_IN_LIVES = N_(
    "Dropping out of a round costs lives: %(first)s before your first draw, %(middle)s "
    "later, %(wrong)s for a wrong declaration."
)


def _drops(ruleset: Ruleset) -> Iterator[str]:
    """The price of giving a round up, and who may not."""
    if ruleset.drops is None:
        return
    yield gettext(
        (_DROPS_IN_POINTS if ruleset.lost_lives is None else _DROPS_IN_LIVES).one,
        first=ruleset.drops.first,
        middle=ruleset.drops.middle,
        wrong=ruleset.drops.wrong,
    )
    if (most := ruleset.drops.most) is not None:
        yield ngettext(
            "A player may drop once in a game.",
            "A player may drop %(most)s times in a game.",
            most,
            most=most,
        )
    if not ruleset.drops.may_eliminate:
        yield gettext("Whoever a drop would put out of the game must play.")


_LOST_BY_ALL = NN_(
    "everybody in the round loses %(lives)s life",
    "everybody in the round loses %(lives)s lives",
    "lives",
)


def nobody_out_words(ruleset: Ruleset) -> str:
    """The effect of a round in which nobody went out."""
    if ruleset.lost_lives is not None:
        return say(_LOST_BY_ALL, {"lives": ruleset.lost_lives})
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
    if ruleset.settlement:
        yield from _settlement(ruleset.settlement)
    yield gettext(_TIES[ruleset.end.tiebreak].one)


def _settlement(rules: SettlementRules) -> Iterator[str]:
    if rules.games > 1:
        yield gettext(SETTLEMENT["games"].one, games=rules.games)
    if rules.game:
        yield say(SETTLEMENT["game"], {"game": rules.game})
    if rules.box:
        yield say(SETTLEMENT["boxes"], {"box": rules.box})
    if rules.shutout != "none":
        yield gettext(SETTLEMENT[f"shutout_{rules.shutout}"].one)


def _out_at_the_limit(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.lost_lives is None:
        yield gettext("Whoever reaches %(limit)s points is out.", limit=ruleset.end.limit)
    else:
        yield gettext("Whoever has lost %(limit)s lives is out.", limit=ruleset.end.limit)
    if ruleset.end.rejoin == "one_more":
        yield gettext(
            "A player who is out may come back with one point more than the highest total, "
            "if that is below the limit."
        )
    if ruleset.end.rejoin == "highest":
        yield gettext("A player who is out may come back with the highest total of the others.")
    if ruleset.end.rejoins is not None:
        yield ngettext(
            "Each player may come back only once.",
            "Each player may come back only %(num)s times.",
            ruleset.end.rejoins,
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
