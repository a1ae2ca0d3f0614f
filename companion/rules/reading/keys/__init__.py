"""The keys of a ruleset: the kind, range, default and meaning of each.

The reader, the comments in exported games, the rules card and the JSON Schema are derived from it.
"""

from typing import get_args

from companion.rules.judging.scoring import SCHEMES
from companion.rules.model.cards import CountedPart
from companion.rules.model.melding import AllAtOnce, EqualDeadwood, KnockAt, Shutout
from companion.rules.model.names import N_
from companion.rules.model.ruleset import (
    MOST_BUYS,
    Advancing,
    Blocked,
    CardTerm,
    ContractTerm,
    Direction,
    EndWhen,
    FirstDealer,
    HandSize,
    Joining,
    Rejoin,
    Tiebreak,
    TiePoints,
    Winner,
)
from companion.rules.reading.keys.kinds import (
    AnyTable,
    ByCount,
    ByRound,
    Contracts,
    Flag,
    Kind,
    LimitByRound,
    OneOf,
    OneOfOrFlag,
    OrWord,
    Plain,
    Plains,
    Price,
    Schema,
    Text,
    Whole,
    Words,
)
from companion.rules.reading.keys.melding import MELDING
from companion.rules.reading.keys.tables import (
    ByRoundOrRows,
    Key,
    Named,
    NamedOrRows,
    Rows,
    TableOf,
    all_keys,
    read_keys,
    schema_of,
)
from companion.rules.reading.sections import MOST

__all__ = [
    "CLOSING_KEYS",
    "HOUSE_RULE",
    "PARTS",
    "PLAIN_KEYS",
    "RULE_KEYS",
    "Flag",
    "Key",
    "Kind",
    "OneOf",
    "OrWord",
    "Schema",
    "all_keys",
    "key_at",
    "read_keys",
    "schema_of",
]

_DEALT, _PRICE = ByRound(1, 60), Price(0, 1000)
_TEXT = (Key("text", Text(), "The text, in English."),)
_PARAGRAPH = (
    *_TEXT,
    Key("when", AnyTable(), "Holds only while these keys have these values.", {}),
)


def _paragraphs(part: str, about: str) -> Key:
    return Key(part, Named(TableOf(_PARAGRAPH)), f"{about}, in paragraphs by name.", {})


_HOW_TO_PLAY = (
    _paragraphs("setting_up", "Before the first card is played"),
    _paragraphs("turn", "A turn"),
    _paragraphs("stock", "What happens when the stock runs out"),
    _paragraphs("melds", "What can be melded"),
    _paragraphs("laying_down", "Laying down and laying off"),
    _paragraphs("wild_cards", "What is wild, and where it may stand"),
    _paragraphs("buying", "Buying"),
)
PARTS = tuple(key.name for key in _HOW_TO_PLAY)

_CHOICE = (
    Key("value", Plain(), "What stands for this choice."),
    Key("label", Text(), "What the players choose, in English."),
    Key("changes", AnyTable(), "The values it puts into the ruleset, by dotted path.", {}),
)
HOUSE_RULE = (
    Key("key", Text(), "Its name among the choices of a game."),
    Key("default", Plain(), "The value of the choice that holds until somebody makes another."),
    Key("question", Text(), "What the players are asked, in English."),
    Key("why", Text(), "Why it matters, in English."),
    Key("choices", Rows(_CHOICE, 2, 12), "What they can answer."),
    Key("sets", Text(), "The dotted path at which every choice puts its value.", None),
    Key("needs", Text(), "The house rule without whose choice this one means nothing.", None),
    Key(
        "needs_choice", Plains(), "That choice, or several.", default=(True,), field="needs_choices"
    ),
    Key("asked_first", Flag(), "Whether a new game asks it beside the players.", default=False),
)
_PACK = (
    Key("ranks", Words(), "Each rank once, high to low, without the joker."),
    Key("copies", Whole(1), "How many cards of each rank one deck holds.", 4),
    Key("exceptions", Named(Whole(1)), "How many there are of a rank of which that differs.", {}),
    Key("called", Named(Text()), "What people call a rank that they do not call by its key.", {}),
    Key("about", Text(), "The content of the pack in one sentence, in English.", ""),
)
_DECKS = (
    Key("decks", Whole(1, 20), "How many decks are in play."),
    Key("jokers", Whole(), "How many jokers, in all."),
    Key("up_to", Whole(1), "The most players that play with these."),
    Key("cards_dealt", Whole(1, _DEALT.most), "Cards a player, where that hangs on it.", None),
)
_PLAYERS = (
    Key("least", Whole(1, 20), "The fewest players.", field="least_players"),
    Key("most", Whole(2, 20), "The most players.", field="most_players"),
)
_BUYS = (
    Key("allowed", Flag(), "Whether players buy: take a card out of turn, with a penalty card."),
    Key("limit", LimitByRound(1, MOST_BUYS), "How often a player may in a round.", field="limits"),
    Key("cards_each", Whole(1, 4), "Cards that each buy adds to the hand."),
)
_ADJUSTMENT = (
    Key("points", Whole(-MOST, MOST), "The points; below zero they are taken off."),
    Key("reason", Text(), "What they are for, in English."),
)
_BONUS = (
    Key("key", Text(), "Its name in records."),
    Key("called", Text(), "What players call it, in English.", field="title"),
    Key(
        "points",
        ByCount(1),
        "The points of each, or a list with those of one, of two and so on, of which there are "
        "no more.",
    ),
    Key("counts", OneOf(get_args(CountedPart)), "Whether it adds to melds, or to cards held."),
    Key("meld_size", Whole(0, 60), "The fewest cards of the meld that brings each.", 0),
    Key("cards", Words(), "The cards that it counts, such as `3H`: there are no more.", ()),
    Key(
        "run",
        Words(),
        "The start of a melded run, whose first card counts these points instead of its value.",
        (),
    ),
)
_KNOCKING = (
    Key("most", Whole(), "The most deadwood, in points, with which a player may knock."),
    Key("cards", OrWord(Whole(1)), "The most cards in it, or “none” for any number.", None),
    Key("at", OneOf(get_args(KnockAt)), "Whether the upcard lowers that.", "most"),
    Key("gin", Whole(), "Points for going gin, besides the other’s deadwood.", None),
    Key("big_gin", Whole(), "The same with all eleven cards; 0 where it is not played.", 0),
    Key("undercut", Whole(), "Points for having less deadwood than the knocker.", None),
    Key("equal", OneOf(get_args(EqualDeadwood)), "Who scores with equal deadwood.", "undercut"),
)
_OPENING_FROM = (
    Key("from", Whole(-MOST, MOST), "The total from which it holds.", field="total"),
    Key("points", Whole(1), "The least points."),
)
_OPENING = (
    Key(
        "points",
        ByRoundOrRows(1, rows=Rows(_OPENING_FROM, 1)),
        "The least points of the first melds of a player in a round: one number, one for each "
        "round, or one by the total of the player; “none” for any melds.",
        (),
    ),
    Key(
        "values",
        Named(Whole()),
        "The points of cards in them, by rank, if other than in hand; of a joker: those of any "
        "wild card, instead of the points of the card that it stands for.",
        {},
    ),
    Key("low_ace_is_one", Flag(), "Whether an ace below a two counts 1 in them.", default=True),
    Key("pure_runs", Whole(0, 4), "How many runs without a wild card are among them.", 0),
    Key("pure_sets", Whole(0, 4), "How many sets without a wild card are among them.", 0),
    Key(
        "all_at_once",
        OneOf(get_args(AllAtOnce)),
        "What a player who lays all cards down in one turn needs: the same, no points, or nothing.",
        "opens",
    ),
    Key(
        "missed",
        OrWord(Whole()),
        "The points of a player without them, instead of the cards; “none” where these count.",
        None,
    ),
)
_REWARD = OrWord(Whole(-MOST, MOST), "wins", "wins")
_REWARDS = (
    Key("out", _REWARD, "For going out: points, or “wins”, which ends the game.", None),
    Key("rummy", _REWARD, "For going out in one turn, with nothing melded before.", None),
    Key("knock", _REWARD, "For closing with cards left in no meld.", None),
    Key("gin", _REWARD, "For closing with all cards in melds.", None),
    Key("big_gin", _REWARD, "For the best way to close, such as all cards in one run.", None),
)
CLOSING_KEYS = tuple(key.name for key in _REWARDS)
_CLOSING = (
    *_REWARDS,
    Key("called", Named(Text()), "What players call these ways to end a round.", {}),
)
_SETTLEMENT = (
    Key("game", Whole(), "Points for the winner of the game.", 0),
    Key("box", Whole(), "Points for each round that a player has won.", 0),
    Key("shutout", OneOf(get_args(Shutout)), "What counts twice if only one won rounds.", "none"),
    Key(
        "games",
        Whole(1, 3),
        "How many games are scored at once: the first round that a player wins counts in the first "
        "of them, the next in two, and so on.",
        1,
    ),
)
_END = (
    Key("when", OneOf(get_args(EndWhen)), "What ends the game.", "contract_finished"),
    Key("winner", OneOf(get_args(Winner)), "Who has won it."),
    Key("tiebreak", OneOf(get_args(Tiebreak)), "What decides between players with equal points."),
    Key("blocked", OneOf(get_args(Blocked)), "What becomes of a round that nobody goes out of."),
    Key(
        "limit",
        Whole(1),
        "The total that ends it, or at which a player is out.",
        only_with=("when", ("limit_reached", "one_left")),
    ),
    Key(
        "tie_points",
        OneOf(get_args(TiePoints)),
        "Whether the points of the deciding round count between players who finish in it.",
        "with_deciding_round",
    ),
    Key(
        "rejoin",
        OneOfOrFlag(get_args(Rejoin), ("no", "one_more")),
        "Whether whoever is out may come back: with the highest total of the others, or one more.",
        "no",
    ),
    Key(
        "rejoins",
        OrWord(Whole(1, 20)),
        "How often a player may come back, or “none” for no limit.",
        None,
    ),
)
_DROPS = (
    Key("first", Whole(), "The points of a player who drops before the first draw."),
    Key("middle", Whole(), "The points of a player who drops later."),
    Key("wrong", Whole(), "The points of a wrong declaration."),
    Key(
        "most",
        OrWord(Whole(1, 20)),
        "How often a player may drop in a game, or “none” for no limit.",
        None,
    ),
    Key(
        "may_eliminate",
        Flag(),
        "Whether a player may drop whom the price of an early drop would put out.",
        default=True,
    ),
)
_MOVING_WILD = (
    Key("value", Price(0, _PRICE.most, "own"), "What it costs, or “own”."),
    Key("drawn", Flag(), "A card that is turned up after the deal names it.", default=False),
    Key("joker", Text(20), "The rank that a joker names if it is turned up.", ""),
)

RULE_KEYS = (
    Key("players", TableOf(_PLAYERS), "How many can play."),
    Key("key", Text(), "The name of the game’s file, and of the game in records."),
    Key("name", Text(), "What the game is called, in English."),
    Key("summary", Text(), "What makes it different, in a line."),
    # Cards.
    Key("pack", TableOf(_PACK), "One deck, where it is not the usual one.", None, part="cards"),
    Key("decks", Rows(_DECKS, 1), "The cards in play, from few players to many.", part="cards"),
    Key("values", Named(_PRICE), "Points of a card, or a rank that costs the same.", part="cards"),
    Key("wild", Words(), "The ranks that are wild; each has a price.", part="cards"),
    Key(
        "moving_wild",
        TableOf(_MOVING_WILD),
        "In each round another rank is wild: that named like the number of cards dealt, or drawn.",
        None,
        part="cards",
    ),
    Key("cards_dealt", _DEALT, "Cards a player.", part="cards"),
    Key("contracts", Contracts(), "What to lay down, one after another.", part="cards"),
    # The play of a round.
    Key("direction", OneOf(get_args(Direction)), "Whose turn is next.", "left", part="playing"),
    Key(
        "dealer",
        Flag(),
        "A player deals, and the next one plays first; otherwise all take their cards.",
        default=True,
        part="playing",
    ),
    Key("advancing", OneOf(get_args(Advancing)), "How players get on.", part="playing"),
    Key(
        "hand_size",
        OneOf(get_args(HandSize)),
        "What is known of the cards a player can hold; nothing with partners, or bonuses held.",
        "known",
        part="playing",
    ),
    Key("buys", TableOf(_BUYS), "Cards taken out of turn.", part="playing"),
    Key(
        "last_turns",
        Flag(),
        "Once somebody is out, all others have a turn.",
        default=False,
        part="playing",
        sentence=N_(
            "When somebody goes out, everybody else has one more turn, "
            "so several players can end with no cards."
        ),
    ),
    Key(
        "discard_to_go_out",
        Flag(),
        "The last card is a discard.",
        default=True,
        part="playing",
    ),
    Key(
        "only_who_goes_out_lays_down_last",
        Flag(),
        "Only the player who goes out can lay down the last contract.",
        default=False,
        part="playing",
    ),
    Key(
        "melding",
        TableOf(MELDING),
        "What a legal meld is; left out, or `silent`: no source says.",
        None,
        part="melding",
    ),
    # Scoring and the end.
    Key(
        "scoring",
        OneOf(tuple(SCHEMES)),
        "How a round becomes points.",
        "leftover_against_holder",
        part="scoring",
    ),
    Key(
        "rummy_doubles",
        Flag(),
        "Going out in one turn counts double.",
        default=False,
        part="scoring",
    ),
    Key(
        "most_points",
        OrWord(Whole(1)),
        "The most points that a hand costs, or “none”. Where the last one left wins and each card "
        "costs as much, a lost round costs that many lives, and nobody counts cards.",
        None,
        part="scoring",
        sentence=N_("A hand counts for %(value)s at most."),
    ),
    Key(
        "drops", OrWord(TableOf(_DROPS)), "Giving up a round before its end.", None, part="scoring"
    ),
    Key(
        "knocking",
        OrWord(TableOf(_KNOCKING)),
        "When a player may knock, and the bonuses.",
        None,
        part="scoring",
    ),
    Key("opening", TableOf(_OPENING), "The first melds of a player.", None, part="scoring"),
    Key("closing", TableOf(_CLOSING), "The reward for ending a round.", None, part="scoring"),
    Key("settlement", TableOf(_SETTLEMENT), "Points after the last round.", None, part="scoring"),
    Key(
        "bonuses",
        Rows(_BONUS, 0, 12),
        "Things that are counted beside the cards, such as melds of seven.",
        (),
        part="scoring",
    ),
    Key(
        "partners",
        Flag(),
        "A seat is a side of two: when it goes out, the partner may still hold cards.",
        default=False,
        part="playing",
        sentence=N_("Two partners are a side: they meld together and have one score."),
    ),
    Key("adjustments", Rows(_ADJUSTMENT), "Points for a named reason.", (), part="scoring"),
    Key("end", TableOf(_END), "When the game is over, and who has won.", part="scoring"),
    Key("joining", OneOf(get_args(Joining)), "Where a newcomer starts.", part="scoring"),
    # House rules and texts.
    Key(
        "also_called",
        Words(),
        "Its other names, in any language: a search finds it by them.",
        (),
        part="to read",
    ),
    Key(
        "played_in",
        Named(Whole(1, 99)),
        "The languages whose speakers usually play it, each with its place in their list.",
        {},
        part="to read",
    ),
    Key(
        "contract_term",
        OneOf(get_args(ContractTerm)),
        "What players call a contract.",
        "contract",
        part="to read",
    ),
    Key(
        "card_term",
        OneOf(get_args(CardTerm)),
        "What players call a card.",
        "card",
        part="to read",
    ),
    Key("discards", Flag(), "A turn ends with a discard.", default=True, part="to read"),
    Key(
        "upcard",
        Flag(),
        "After the deal the top card of the stock is turned up as the first discard.",
        default=True,
        part="to read",
    ),
    Key("house_rules", Rows(HOUSE_RULE, 0, 30), "What the players may choose.", part="house rules"),
    Key("options", Named(Plain()), "The choices made, by house rule.", {}, part="house rules"),
    Key(
        "first_dealer",
        OneOf(get_args(FirstDealer)),
        "Who deals first: whoever draws that card, or whom the table picks.",
        "table",
        part="to read",
    ),
    Key("how_to_play", TableOf(_HOW_TO_PLAY), "How it is played.", None, part="to read"),
    Key(
        "melds", Rows(_TEXT), "The same, as games had it that were kept before.", (), part="to read"
    ),
    Key(
        "differences",
        NamedOrRows(Named(TableOf(_PARAGRAPH)), Rows(_TEXT)),
        "What other tables do.",
        part="to read",
    ),
    Key("sources", Rows(_TEXT), "Where the rules come from.", part="to read"),
)

# Keys that a fold reads unchanged: words, flags and numbers about cards, playing and scoring.
PLAIN_KEYS = tuple(
    key.field or key.name
    for key in RULE_KEYS
    if key.part in {"cards", "playing", "scoring"}
    and isinstance(getattr(key.kind, "kind", key.kind), Flag | Whole | ByRound | OneOf)
    and key.name != "scoring"
)


def key_at(path: str) -> Key:
    """The key with this dotted path, such as `end.limit`. Raises KeyError."""
    return _BY_PATH[path]


_BY_PATH = dict(all_keys(RULE_KEYS))
