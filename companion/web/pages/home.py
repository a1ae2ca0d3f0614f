"""The home page: the open game, a new game, and recent games of this device."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.records.log.games import NoSuchGame, open_game
from companion.records.people.colours import colours_in
from companion.records.people.links import LinkEnded
from companion.records.people.lists import (
    GamesPage,
    GamesQuery,
    Listed,
    deleted_games_of,
    games_of,
    has_archived,
)
from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import Ruleset, Terms
from companion.rules.model.state import Standing, State
from companion.rules.reading.catalogue import catalogue, games_known
from companion.web.forms.fields import whole_number
from companion.web.game.phones import known_device, opened_links
from companion.web.view_models.games import usual_games
from companion.web.view_models.open_round import leaders, round_figures
from companion.web.view_models.remembered import PlayedGame, played_game
from companion.web.words.languages import spoken


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the standings of the open game: the first one would win now.

    `colour` is the number of the player's colour, from 1.
    """

    name: str
    colour: int
    standing: Standing
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The open game shown large; `static/js/views/home.js` is its twin.

    `planned` of `rounds` is its round in the plan of the game, `number` counts every round; `last`
    is the number of the last contract, 0 without contracts.
    """

    number: int
    planned: int
    rounds: int | None
    last: int
    ranks: tuple[Ranked, ...]


def open_game_view(ruleset: Ruleset, state: State, colours: Sequence[int]) -> OpenGame | None:
    """The standings of the game, `colours` by seat; None if no round is open."""
    if state.open is None:
        return None
    deal, ahead = state.open.deal, leaders(state)
    return OpenGame(
        number=deal.number,
        planned=deal.planned,
        rounds=None if deal.playoff else round_figures(ruleset, state.names, deal).rounds,
        last=len(ruleset.contracts),
        ranks=tuple(
            Ranked(state.names[one.seat], colours[one.seat] + 1, one, one.seat in ahead)
            for one in state.standings
            if one.seat in state.active
        ),
    )


blueprint = Blueprint("home", __name__)
_USUAL = 2  # games that a new phone is offered
AT_ONCE = 10  # games; the page of past games has all of them
_NOTHING = GamesPage((), 1, has_more=False)
_AS_AN_EXAMPLE = Contract.parse("S3 R4")


@dataclass(frozen=True, slots=True)
class Shown:
    """A game of the list with its view model."""

    listed: Listed
    view: PlayedGame


@blueprint.get("/")
def page() -> str:
    """A page of the games that this device started or has a link to, the last changed first.

    With `q` only games that match these words; `page` counts from 1.
    """
    device, search = known_device() or "", request.args.get("q", "").strip()
    number = whole_number(request.args.get("page")) or 1
    asked = GamesQuery(search=search)
    found = games_of(device, opened_links(), query=asked, number=number, most=AT_ONCE)
    is_start = number == 1 and not search
    has_put_away = is_start and not found.games and has_archived(device, opened_links())
    games = [
        Shown(game, played_game(game.summary, colours_in(game.summary))) for game in found.games
    ]
    is_new = is_start and not found.games and not has_put_away
    resumed, standing, terms = _to_go_on_with(games if is_start else ())
    return render_template(
        "home/home.html",
        found=found,
        search=search,
        is_start=is_start,
        is_new=is_new,
        usual=usual_games(catalogue().values(), spoken())[:_USUAL] if is_new else (),
        has_put_away=has_put_away,
        resumed=resumed,
        standing=standing,
        terms=terms,
        in_progress=[game for game in games if not game.view.is_over and game is not resumed],
        finished=[game for game in games if game.view.is_over],
        again=_to_play_again(games) if is_start else None,
        deleted=deleted_games_of(device) if is_start else _NOTHING,
        games_known=games_known(),
        example=_AS_AN_EXAMPLE,
    )


_NONE = None, None, Terms()


def _to_go_on_with(games: Sequence[Shown]) -> tuple[Shown | None, OpenGame | None, Terms]:
    """The open game changed last, its standings and its terms: the only one whose log is read."""
    latest = next((game for game in games if not game.view.is_over), None)
    if latest is None:
        return _NONE
    try:
        stored = open_game(latest.listed.token)
    except (NoSuchGame, LinkEnded):  # ended since the list was read
        return _NONE
    standing = open_game_view(stored.ruleset, stored.state, stored.colours)
    return (latest, standing, stored.ruleset.terms) if standing else _NONE


def _to_play_again(games: Sequence[Shown]) -> Shown | None:
    """The game that ended last, if this device kept its score."""
    over = (game for game in games if game.view.is_over and not game.listed.is_watched)
    return next(over, None)
