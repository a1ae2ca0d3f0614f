"""The rules card: contracts, card values, dealing, house rules in force."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from flask import Blueprint, render_template, request
from flask_babel import gettext

from companion.records.people.links import new_key
from companion.records.people.own_games import Playable
from companion.rules.model.contracts import Contract
from companion.rules.model.house_rules import Choice, HouseRule, Switched
from companion.rules.model.melding import SILENT
from companion.rules.model.ruleset import DecksFor, Ruleset
from companion.rules.model.rulings import PREFIX
from companion.rules.model.state import State
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.keys import RULE_KEYS
from companion.sentences import NC_
from companion.web.forms.house_rules import HouseRulesForm, RuleFields
from companion.web.game.choosing import games_to_choose
from companion.web.game.gateway import the_game
from companion.web.game.phones import known_device
from companion.web.game.playable import playable
from companion.web.live import is_kept_only
from companion.web.words.dealing import buy_limit_words
from companion.web.words.melding import asked_keys, is_asked, melding_words
from companion.web.words.playing import opening_words
from companion.web.words.text import own_words, plain_words


@dataclass(frozen=True, slots=True)
class Person:
    """A player."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class CardContract:
    """A contract with its number, and the players who are on it."""

    number: int
    contract: Contract
    here: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class DecksRow:
    """The decks for a range of players; `is_here` for those of this table."""

    players: range
    decks: DecksFor
    is_here: bool


@dataclass(frozen=True, slots=True)
class InForce:
    """A house rule with its choice, and the default if different."""

    rule: HouseRule
    choice: Choice
    usual: Choice | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A rules card, of a game (`at_table`), which may be over, or not.

    `round` is the number of the open round, None without one, and `wild` its wild rank, None if the
    rank does not move. `dealers` are the players in the order of dealing, from the current dealer;
    `in_force` the house rules, changed ones first; `changes` those during the game, each with the
    round it precedes. If a round `is_written`, a change is a correction; `may_change` is the right
    to it.
    `may_answer` is the right to decide open questions here, but not on a cached copy; `version` is
    the length of the log.
    """

    round: int | None
    wild: str | None
    contracts: tuple[CardContract, ...]
    decks: tuple[DecksRow, ...]
    dealers: tuple[Person, ...]
    in_force: tuple[InForce, ...]
    changes: tuple[tuple[int, Switched], ...]
    at_table: bool
    is_over: bool
    is_written: bool
    may_change: bool
    may_answer: bool
    version: int


def card_view(
    ruleset: Ruleset,
    state: State | None = None,
    changes: Sequence[tuple[int, Sequence[Switched]]] = (),
    *,
    may_score: bool = False,
    names_people: bool = True,
) -> CardView:
    """The card of these rules; `state` is that of its game, if any.

    `names_people` is off for cached copies, because contracts change every round.
    """
    people = state if names_people else None
    deal = people.open.deal if people and people.open else None
    return CardView(
        round=deal.number if deal else None,
        wild=deal.wild if deal else None,
        contracts=tuple(_contracts(ruleset, people)),
        decks=tuple(_decks(ruleset, len(people.active) if people else None)),
        dealers=tuple(_dealers(ruleset, people)) if people else (),
        in_force=tuple(sorted(_in_force(ruleset), key=lambda row: row.usual is None)),
        changes=tuple((number, one) for number, switched in changes for one in switched),
        at_table=state is not None,
        is_over=bool(state and state.outcome.over),
        is_written=bool(state and state.rounds),
        may_change=may_score,
        may_answer=may_score and names_people,
        version=state.version if state else 0,
    )


def _contracts(ruleset: Ruleset, state: State | None) -> Iterator[CardContract]:
    on = state.open.deal.contracts if state and state.open else {}
    names = state.names if state else ()
    for number, contract in enumerate(ruleset.contracts, 1):
        here = tuple(Person(seat, names[seat]) for seat, at in on.items() if at == number)
        yield CardContract(number, contract, here)


def _decks(ruleset: Ruleset, people: int | None) -> Iterator[DecksRow]:
    """Each row of decks with its range of players, which may be empty."""
    least = ruleset.least_players
    for row in ruleset.decks:
        players = range(least, min(row.up_to, ruleset.most_players) + 1)
        if players:
            yield DecksRow(players, row, people in players)
            least = players[-1] + 1


def _dealers(ruleset: Ruleset, state: State) -> Iterator[Person]:
    """Empty in a play-off without the dealer, and after the end."""
    if not state.open or state.open.deal.dealer not in state.open.deal.players:
        return
    players = state.open.deal.players[:: -1 if ruleset.direction == "right" else 1]
    first = players.index(state.open.deal.dealer)
    for seat in (*players[first:], *players[:first]):
        yield Person(seat, state.names[seat])


def _in_force(ruleset: Ruleset) -> Iterator[InForce]:
    for rule, choice in ruleset.in_force:
        usual = rule.choice(rule.default)
        yield InForce(rule, choice, None if usual is choice else usual)


blueprint = Blueprint("rules_card", __name__)
blueprint.add_app_template_global(card_view)
# The sections of the card, by heading.
_TOLD = (
    (NC_("rules card", "A turn"), ("turn", "stock")),
    (NC_("rules card", "Melds"), ("melds",)),
    (NC_("rules card", "Laying down"), ("laying_down",)),
    (NC_("rules card", "Wild cards"), ("wild_cards",)),
    (NC_("rules card", "Buying"), ("buying",)),
)
_BEGIN = {"turn", "wild_cards"}  # the first sentence of the file introduces these parts
_CARDS = {key.name for key in RULE_KEYS if key.part == "cards"}


@blueprint.get("/g/<token>/rules")
def of_game(token: str) -> str:
    """The rules of this game."""
    stored = the_game(token)
    card = card_view(
        stored.ruleset,
        stored.state,
        stored.rule_changes,
        may_score=stored.may_score,
        names_people=not is_kept_only(),
    )
    return _card(stored.ruleset, card, token=stored.token)


@blueprint.get("/games")
def games() -> str:
    """All games, to read their rules."""
    return render_template("rules_card/games.html", view=games_to_choose(catalogue()))


@blueprint.get("/games/<key>")
def of_catalogue(key: str) -> str:
    """The rules of a game of the catalogue, or of a custom game, with default house rules."""
    game = playable(key)
    own = game if game.device else None
    return _card(game.ruleset, card_view(game.ruleset), own=own)


def _card(
    ruleset: Ruleset, card: CardView, own: Playable | None = None, token: str | None = None
) -> str:
    return render_template(
        "rules_card/rules_card.html",
        ruleset=ruleset,
        card=card,
        token=token,
        own=own,
        key=new_key(),
        is_mine=own is not None and own.device == known_device(),
        in_large="large" in request.args,
    )


@blueprint.app_template_global()
def told(ruleset: Ruleset) -> Iterator[tuple[str, str, list[str]]]:
    """The description of a round: section, heading and paragraphs."""
    for heading, parts in _TOLD:
        texts = [text for part in parts for text in _texts(ruleset, part)]
        if "buying" in parts:
            texts += buy_limit_words(ruleset)
        if texts:
            yield parts[0], plain_words(heading), texts


def _texts(ruleset: Ruleset, part: str) -> Iterator[str]:
    """The sentences of the keys between those of the file; introductions come first."""
    own = [own_words(text) for text in ruleset.how_to_play[part]]
    first = own[:1] if part in _BEGIN else []
    opening = opening_words(ruleset) if part == "laying_down" else ()
    yield from (*first, *opening, *melding_words(ruleset, part), *own[len(first) :])


@blueprint.app_template_global()
def asked_rules(ruleset: Ruleset, card: CardView) -> list[HouseRule]:
    """The open questions about melds, without a source or a ruling, that matter at this table."""
    here = [row for row in card.decks if row.is_here] or card.decks
    decks = tuple(row.decks for row in here)
    asked = {PREFIX + key for key in asked_keys(replace(ruleset, decks=decks))}
    return [rule for rule in ruleset.rulings if rule.key in asked - ruleset.options.keys()]


@blueprint.app_template_global()
def players_asked(ruleset: Ruleset, card: CardView, rule: HouseRule) -> range | None:
    """The numbers of players whose decks raise this question; None at a table, or if all do."""
    asked = [r for r in card.decks if is_asked(replace(ruleset, decks=(r.decks,)), rule)]
    if len(asked) in {0, len(card.decks)} or any(row.is_here for row in card.decks):
        return None
    return range(asked[0].players[0], asked[-1].players[-1] + 1)


class MeldsAsked(NamedTuple):
    """House rules about melds that are folded together: `open`, or `decided` by the sources."""

    kind: Literal["open", "decided"]
    fields: RuleFields

    @property
    def has_error(self) -> bool:
        """Whether one has an invalid answer."""
        return any(field.errors for _, field in self.fields)


@blueprint.app_template_global()
def melds_asked(form: HouseRulesForm) -> list[MeldsAsked]:
    """The questions about melds that matter in this game: open ones, and those with a source."""
    fields = [
        (rule, field)
        for rule, field in form.ruling_fields()
        if rule.key in form.ruleset.options or is_asked(form.ruleset, rule)
    ]
    left_open = [(rule, field) for rule, field in fields if rule.default == SILENT]
    decided = [(rule, field) for rule, field in fields if rule.default != SILENT]
    asked = (MeldsAsked("open", left_open), MeldsAsked("decided", decided))
    return [melds for melds in asked if melds.fields]


@blueprint.app_template_global()
def house_rules_about(ruleset: Ruleset, *, cards: bool) -> list[HouseRule]:
    """The house rules about cards and dealing, or all others."""
    has_cards = not ruleset.scoring.only_points
    rules = ruleset.house_rules
    return [rule for rule in rules if (has_cards and _is_about_cards(rule)) == cards]


def _is_about_cards(rule: HouseRule) -> bool:
    """Whether a house rule changes the cards or the deal."""
    changed = {path.split(".")[0] for choice in rule.choices for path in choice.changes}
    return not changed.isdisjoint(_CARDS)


@blueprint.app_template_global()
def needs_words(rule: HouseRule, ruleset: Ruleset) -> str:
    """The choice on which a house rule depends, without its explanation; blank for none."""
    needed = next((other for other in ruleset.house_rules if other.key == rule.needs), None)
    if needed is None:
        return ""
    labels = (own_words(needed.choice(one).label) for one in rule.needs_choices)
    choice = " / ".join(map(without_explanation, labels))
    return str(gettext("Only with “%(choice)s”.", choice=choice))


@blueprint.app_template_filter()
def without_explanation(label: str) -> str:
    """The answer before its colon; one with several colons is a list."""
    answer, *more = label.split(": ")
    return answer.rstrip() if len(more) == 1 else label


@blueprint.app_template_global()
def choices_of(rule: HouseRule, ruleset: Ruleset) -> list[Choice]:
    """The choices of a house rule: first the current one."""
    here = rule.choice(ruleset.options.get(rule.key, rule.default))
    return [here, *(choice for choice in rule.choices if choice is not here)]
