"""The rules card: contracts, card values, dealing, house rules in force."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from flask import Blueprint, abort, render_template
from flask_babel import gettext

from companion.records.games import new_key
from companion.records.own_games import Playable, find_game, own_games_of
from companion.rules.model.house_rules import Choice, HouseRule
from companion.rules.model.melding import SILENT
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.rulings import RULINGS
from companion.rules.reading.catalogue import UnknownGame, catalogue
from companion.rules.reading.keys import RULE_KEYS
from companion.sentences import NC_
from companion.web.forms.house_rules import HouseRulesForm, RuleFields
from companion.web.http.device import known_device
from companion.web.http.games import the_game
from companion.web.http.live import is_kept_only
from companion.web.rules_card.view import CardView, card_view
from companion.web.words.buying import buy_limit_words
from companion.web.words.melding import asked_keys, is_asked, melding_words
from companion.web.words.terms import set_game
from companion.web.words.text import own_words, plain_words

blueprint = Blueprint("rules_card", __name__)
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
    kept = the_game(token)
    card = card_view(
        kept.ruleset,
        kept.state,
        kept.rule_changes,
        may_score=kept.may_score,
        names_people=not is_kept_only(),
    )
    return _card(kept.ruleset, card, token=kept.token)


@blueprint.get("/games")
def games() -> str:
    """All games with their descriptions; custom games first."""
    device = known_device()
    own = own_games_of(device) if device else []
    return render_template("rules_card/games.html", games=catalogue().values(), own=own)


@blueprint.get("/games/<key>")
def of_catalogue(key: str) -> str:
    """The rules of a game of the catalogue, or of a custom game, with default house rules."""
    try:
        game = find_game(key)
    except UnknownGame:
        abort(404)
    own = game if game.device else None
    set_game(game.ruleset)
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
    )


@blueprint.app_template_global()
def card_of(ruleset: Ruleset) -> CardView:
    """The card of rules without a game."""
    return card_view(ruleset)


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
    yield from (*first, *melding_words(ruleset, part), *own[len(first) :])


@blueprint.app_template_global()
def asked_rules(ruleset: Ruleset) -> list[HouseRule]:
    """The open questions about melds, without a source or a ruling."""
    asked = (RULINGS[key] for key in asked_keys(ruleset))
    return [rule for rule in asked if rule.key not in ruleset.options]


class MeldsAsked(NamedTuple):
    """House rules about melds that are folded together: `open`, or `decided` by the sources."""

    kind: Literal["open", "decided"]
    fields: RuleFields

    @property
    def is_unfolded(self) -> bool:
        """Whether one has a different value, or an error."""
        return any(f.errors or f.data != str(rule.default) for rule, f in self.fields)


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
    return [rule for rule in ruleset.house_rules if _is_about_cards(rule) == cards]


def _is_about_cards(rule: HouseRule) -> bool:
    """Whether a house rule changes the cards or the deal."""
    changed = {path.split(".")[0] for choice in rule.choices for path in choice.changes}
    return not changed.isdisjoint(_CARDS)


@blueprint.app_template_global()
def needs_words(rule: HouseRule, ruleset: Ruleset) -> str:
    """The choice on which a house rule depends; blank for none."""
    needed = next((other for other in ruleset.house_rules if other.key == rule.needs), None)
    if needed is None:
        return ""
    choice = " / ".join(own_words(needed.choice(one).label) for one in rule.needs_choices)
    return str(gettext("Only with “%(choice)s”.", choice=choice))


@blueprint.app_template_global()
def choices_of(rule: HouseRule, ruleset: Ruleset) -> list[Choice]:
    """The choices of a house rule: first the current one."""
    here = rule.choice(ruleset.options.get(rule.key, rule.default))
    return [here, *(choice for choice in rule.choices if choice is not here)]
