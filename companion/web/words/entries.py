"""A sentence for every kind of entry, for the history, and the notes below a score sheet."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Any, get_args

from flask_babel import gettext
from markupsafe import Markup, escape

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import (
    KINDS,
    Adjusted,
    DealerChanged,
    DealtIn,
    Dropped,
    EndTimeSet,
    Entry,
    EntryUndone,
    GameEnded,
    Hand,
    HandCounted,
    LaidDown,
    Melded,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    RoundCorrected,
    RoundScored,
    RulesChanged,
    SeatsReordered,
    SeatTakenOver,
    Titled,
    TookBack,
    TurnedUp,
    WentOut,
)
from companion.rules.fold.recounting import in_card_classes
from companion.rules.model.cards import CardValues, hand_points
from companion.rules.model.play import Ending, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State
from companion.sentences import N_, NC_, NN_, Sentence
from companion.web.view_models.open_round import LastStep, last_step, low_to_high
from companion.web.words.blanks import Blank, drawn, or_blank
from companion.web.words.cards import card_words
from companion.web.words.hands import Faces, bonus_words, by_class, drawn_cards, hand_words
from companion.web.words.playing import (
    ended_by_nobody_words,
    ended_by_words,
    ending_words,
)
from companion.web.words.terms import figure, figures, hyphenated, signed
from companion.web.words.text import bdi, comma, minute_words, own_words, say

_NOTES = {
    "overridden": N_("Round %(number)s, confirmed: %(doubt)s"),
    "not_asked": N_("Round %(number)s, not confirmed: %(doubt)s"),
    "corrected": N_("Rounds corrected later (c): %(numbers)s."),
    "adjusted": N_("Round %(number)s, %(name)s: %(reason)s, %(points)s"),
    "joined": N_("%(name)s joined before round %(number)s with a total of %(total)s."),
    "left": N_("%(name)s left after round %(number)s."),
    "is_out": N_("%(name)s was out of the game after round %(number)s."),
    "returned": N_(
        "%(name)s left after round %(left)s, came back before round %(back)s and continued "
        "with a total of %(total)s."
    ),
    "rejoined": N_(
        "%(name)s was out after round %(left)s, came back before round %(back)s and continued "
        "with a total of %(total)s."
    ),
    "taken_over": N_(
        "%(name)s has played on for %(former)s since round %(number)s, from a total of %(total)s."
    ),
    "taken_over_on": N_(
        "%(name)s has played on for %(former)s since round %(number)s, from contract %(contract)s "
        "and a total of %(total)s."
    ),
}
_FIGURES = ("number", "left", "back", "total", "contract")
_NAMES = ("name", "former")


def note_words(code: str, values: Mapping[str, Any], doubt: Markup | None = None) -> Markup:
    """The note with this code, with its names and figures, and its doubt as answered."""
    shown = {**values, "doubt": doubt}
    shown |= {name: bdi(shown[name]) for name in _NAMES if name in shown}
    if code == "corrected":
        shown |= {"numbers": figures(shown["numbers"])}
    if code == "adjusted":
        shown |= {"points": signed(shown["points"]), "reason": bdi(own_words(shown["reason"]))}
    return say(_NOTES[code], shown)


def note_blanks() -> Iterator[tuple[str, Markup]]:
    """Each note by its code, with placeholders for one of `view_models.sheet_notes`."""
    known: dict[str, Any] = {name: Blank(f"values.{name}") for name in _FIGURES}
    known |= {name: bdi(str(Blank(f"values.{name}"))) for name in _NAMES}
    known["numbers"] = Blank("values.numbers").said("figures")
    known["points"] = Blank("values.points").said("signed")
    known["reason"] = bdi(Blank("values.reason").said("own_words"))
    known["doubt"] = drawn("answered", Blank("doubt"), "code", caller=str)
    for code, sentence in _NOTES.items():
        yield code, say(sentence, known)


@dataclass(frozen=True, slots=True)
class Moment:
    """The context of an entry: its round and its number in the log."""

    stored: StoredGame
    round: int
    sequence: int

    def name(self, seat: int) -> Markup:
        """The player's name; a seat whose join was undone has none."""
        return self.name_in(seat, self.round)

    def name_in(self, seat: int, number: int) -> Markup:
        """The name of the player who had the seat in this round."""
        state = self.stored.state
        is_known = seat < len(state.names)
        return bdi(state.name_in(seat, number)) if is_known else Markup(gettext("Somebody"))  # noqa: S704

    @property
    def values(self) -> CardValues:
        """The card values when the entry was written; others may be in force now."""
        return self.stored.game.values_when(self.sequence)


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The words of a kind of entry: for the undo button, and for the history."""

    step: Sentence
    line: Callable[[Moment, Any], Markup]


def entry_words(moment: Moment, entry: Entry) -> Markup:
    """The line of the history."""
    return _WORDS[type(entry)].line(moment, entry)


@dataclass(frozen=True, slots=True)
class Count:
    """Cards and their points: `cards` in words, and `drawn` as so many of each face.

    `part` names the part of the hand if there are two; the points of cards against the player are
    below zero then. `is_typed` says that a total was typed instead.
    """

    part: str
    cards: str
    drawn: Faces
    points: int
    is_typed: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction changed for a player: the words or figures before and after.

    `cards` are those removed and added, blank where none were counted.
    """

    seat: int
    name: Markup
    before: str
    after: str
    is_down: bool | None = None
    cards: str = ""


@dataclass(frozen=True, slots=True)
class EntryParts:
    """The line of the history in parts: what happened, and what it counted or corrected."""

    what: Markup
    counts: tuple[Count, ...] = ()
    changes: tuple[Change, ...] = ()
    is_down: bool = False
    buys: int = 0


def entry_parts(moment: Moment, entry: Entry) -> EntryParts:
    """The line of the history in parts, so that cards are drawn and figures stand apart."""
    if isinstance(entry, Melded):
        cards, points = _melded_cards(moment, entry)
        ranks = low_to_high(entry.cards, moment.values)
        each = (drawn_cards(Hand(cards={rank: 1}), moment.values.by_rank) for rank in ranks)
        melded = Count("", cards, tuple(chain.from_iterable(each)), points)
        return EntryParts(_of_seat(_MELDED)(moment, entry), (melded,))
    if isinstance(entry, HandCounted):
        return _counted_parts(moment, entry)
    if isinstance(entry, Dropped):
        return EntryParts(_dropped(moment, entry), tuple(_price(moment, entry)))
    if isinstance(entry, RoundCorrected):
        changes = tuple(_corrections(moment, entry.number))
        return EntryParts(say(_CORRECTED, {"round": entry.number}), changes=changes)
    return EntryParts(entry_words(moment, entry))


def _price(moment: Moment, entry: Dropped) -> Iterator[Count]:
    """What a drop costs by the rules in force; nothing where it costs lives."""
    ruleset = moment.stored.ruleset
    if entry.drop and ruleset.drops and ruleset.lost_lives is None:
        yield Count("", "", (), ruleset.drops.points(entry.drop))


def _counted_parts(moment: Moment, entry: HandCounted) -> EntryParts:
    if _has_only_points(moment.stored.ruleset):
        points = Count("", "", (), hand_points(moment.values, entry.hand))
        return EntryParts(_of_seat(_POINTS)(moment, entry), (points,))
    what = _of_seat(_OF_HAND)(moment, entry)
    if entry.melded is None:
        count = (_count(moment, entry.hand),)
        return EntryParts(what, count, is_down=bool(entry.down), buys=entry.buys or 0)
    melded, left = (say(part, {}) for part in (_ON_THE_TABLE, _IN_HAND))
    held = _count(moment, entry.hand, left)
    against = replace(held, points=-held.points)
    return EntryParts(what, (_count(moment, entry.melded, melded), against))


def _count(moment: Moment, hand: Hand, part: str = "") -> Count:
    values = moment.values
    words, drawn = hand_words(hand, values), drawn_cards(hand, values)
    return Count(part, words, drawn, hand_points(values, hand), hand.points is not None)


def undo_words(ruleset: Ruleset, state: State) -> Markup:
    """The label of the undo button for the last step."""
    step = last_step(state)
    return step_words(step, ruleset) if step else Markup("")


def step_blanks(ruleset: Ruleset | None = None) -> Iterator[LastStep]:
    """Every step by these rules or other house rules, with placeholders; None are unknown rules."""
    kinds = sorted(KINDS.keys() - {EntryUndone.kind})
    for code in (*kinds, "nobody_out", *_OTHER_STEPS, *get_args(Ending)):
        if ruleset is None or _may_be_made(code, ruleset):
            yield LastStep(0, code, Blank("name"), Blank("round"))  # type: ignore[arg-type]


def _may_be_made(code: str, ruleset: Ruleset) -> bool:
    """Whether this step exists by these rules, or may by another choice of a house rule.

    A tap that waits on a phone may be older than the choice.
    """
    if code not in _ONLY_WITH:
        return True
    exists, keys = _ONLY_WITH[code]
    choices = (choice for rule in ruleset.house_rules for choice in rule.choices)
    chosen = {path.partition(".")[0] for choice in choices for path in choice.changes}
    return bool(exists(ruleset) or chosen & keys)


def step_words(step: LastStep, ruleset: Ruleset | None) -> Markup:
    """A step, as on the undo button; None are unknown rules."""
    if step.code == "nobody_out":
        return ended_by_nobody_words(ruleset)
    name = Markup("") if step.name is None else bdi(or_blank(hyphenated)(step.name))
    if step.code == WentOut.kind:
        return ended_by_words(ruleset, name)
    if step.code == GameEnded.kind and _is_ended_by_table(ruleset):
        return say(_ENDED_BY_TABLE, {})
    for ending in get_args(Ending):
        if step.code == ending:
            return ending_words(ruleset, ending, "entry", name)
    return say(_step(step.code, ruleset), {"name": name, "round": step.round})


def _step(code: str, ruleset: Ruleset | None) -> Sentence:
    if code == HandCounted.kind and _has_only_points(ruleset):
        return _POINTS
    return _OTHER_STEPS.get(code) or _WORDS[KINDS[code]].step


def _has_only_points(ruleset: Ruleset | None) -> bool:
    return ruleset is not None and ruleset.scoring.only_points


def _of_seat(sentence: Sentence) -> Callable[[Moment, Any], Markup]:
    return lambda moment, entry: say(sentence, {"name": moment.name(entry.seat)})


_OUT = N_("%(name)s went out")


def _went_out(moment: Moment, entry: WentOut) -> Markup:
    ruleset = moment.stored.ruleset
    if entry.seat is None:
        return ended_by_nobody_words(ruleset)
    name = moment.name(entry.seat)
    if entry.ending:
        return ending_words(ruleset, entry.ending, "entry", name)
    return (
        ending_words(ruleset, "rummy", "entry", name)
        if entry.went_rummy
        else ended_by_words(ruleset, name)
    )


_DROP = N_("%(name)s: %(drop)s")
_DROPS = {
    "first": N_("First drop"),
    "middle": N_("Middle drop"),
    "wrong": N_("%(name)s made a wrong declaration"),
    None: N_("%(name)s did not drop after all"),
}
_TURNED_UP, _NOT_TURNED_UP = (
    N_("Turned up in this round: %(rank)s"),
    N_("The card turned up was removed"),
)


def _dropped(moment: Moment, entry: Dropped) -> Markup:
    name, words = moment.name(entry.seat), _DROPS[entry.drop]
    if entry.drop in {"first", "middle"}:
        return say(_DROP, {"name": name, "drop": say(words, {})})
    return say(words, {"name": name})


def _turned_up(moment: Moment, entry: TurnedUp) -> Markup:
    if entry.rank is None:
        return say(_NOT_TURNED_UP, {})
    rank = card_words(entry.rank, moment.stored.ruleset.pack.called)
    return say(_TURNED_UP, {"rank": rank})


_POINTS = N_("%(name)s’s points")
_TYPED = NN_("%(name)s: %(points)s point.", "%(name)s: %(points)s points.", by="points")
_OF_HAND = N_("%(name)s’s hand")
_ON_THE_TABLE, _IN_HAND = N_("Melded on the table"), N_("Left in hand")
_HAND = N_("%(name)s’s hand: %(cards)s. Points: %(points)s.")
_HAND_DOWN = N_("%(name)s’s hand, down: %(cards)s. Points: %(points)s.")
_HAND_AND_MELDS = N_(
    "%(name)s’s melds are worth %(melded)s. Points in hand: %(points)s (%(cards)s)."
)
_WITH_BONUSES = N_(
    "%(name)s’s melds are worth %(melded)s, with these bonuses: %(bonuses)s. Points in hand: "
    "%(points)s (%(cards)s)."
)


_MELDED = N_("%(name)s melded")
_MELDED_CARDS = N_("%(name)s melded %(cards)s. Points: %(points)s.")


def _melded(moment: Moment, entry: Melded) -> Markup:
    cards, points = _melded_cards(moment, entry)
    told = {"name": moment.name(entry.seat), "cards": cards, "points": points}
    return say(_MELDED_CARDS, told)


def _melded_cards(moment: Moment, entry: Melded) -> tuple[str, int]:
    """The cards by rank, as everybody saw them, and their points."""
    values, cards = moment.values, Hand(cards=entry.cards)
    return hand_words(cards, values.by_rank), hand_points(values, cards)


def _hand_counted(moment: Moment, entry: HandCounted) -> Markup:
    values = moment.values
    if _has_only_points(moment.stored.ruleset):
        points = hand_points(values, entry.hand)
        return say(_TYPED, {"name": moment.name(entry.seat), "points": points})
    told = {
        "name": moment.name(entry.seat),
        "cards": hand_words(entry.hand, values),
        "points": hand_points(values, entry.hand),
    }
    if entry.melded is not None:
        bonuses = bonus_words(entry.melded, values)
        told |= {"melded": hand_points(values, entry.melded), "bonuses": bonuses}
        return say(_WITH_BONUSES if bonuses else _HAND_AND_MELDS, told)
    return say(_HAND_DOWN if entry.down else _HAND, told)


_ADJUSTED = N_("%(name)s: %(reason)s, %(points)s")
_NOT_ADJUSTED = N_("The extra points for %(name)s were removed")


def _adjusted(moment: Moment, entry: Adjusted) -> Markup:
    adjustment = entry.adjustment
    told = {"name": moment.name(entry.seat), "points": signed(adjustment.points)}
    told["reason"] = bdi(own_words(adjustment.reason))
    return say(_ADJUSTED if adjustment.points else _NOT_ADJUSTED, told)


_SCORED = N_("Round %(round)s written down")
_SCORED_ANYWAY = N_("Round %(round)s written down in spite of a doubt")
_SCORED_UNASKED = N_("Round %(round)s written down offline with an open doubt")
_OTHER_RULES = N_("The house rules were changed")
_CORRECTED = N_("Round %(round)s corrected")
_MOST_REPLAYED = 500  # entries: a correction is worded by replaying the log twice
_CORRECTED_TO = N_("Round %(round)s corrected: %(changes)s")
_POINTS_CHANGED = N_("%(name)s %(before)s → %(after)s")
_CARDS_CHANGED = N_("%(name)s %(before)s → %(after)s (%(cards)s)")
_PARTS_OF_A_HAND = (
    (RoundPlay.melds, N_("melds without %(cards)s"), N_("melds with %(cards)s")),
    (RoundPlay.hand, N_("%(cards)s removed"), N_("%(cards)s added")),
)
_DOWN_OR_NOT = {True: NC_("player", "Down"), False: NC_("player", "Not down")}
_DOWN_AFTER_ALL, _NOT_DOWN_AFTER_ALL = (
    NC_("entry", "%(name)s down"),
    NC_("entry", "%(name)s not down"),
)
_TAKEN_BACK = N_("Undone: %(what)s")
_HAND_TAKEN_BACK = N_("Undone: %(name)s’s hand")
_JOINED = NC_("entry", "%(name)s joined")
_JOINED_BEFORE = N_("%(name)s joined and plays before %(other)s")
_DOWN, _DEALS = N_("%(name)s laid down"), NC_("entry", "%(name)s deals")
_DEALT_IN, _NOT_DEALT_IN = N_("%(name)s plays this round"), N_("%(name)s misses this round")
_LEFT, _CAME_BACK = NC_("entry", "%(name)s left"), N_("%(name)s came back")
_RENAMED = N_("A name was corrected: %(name)s")
_TAKEN_OVER = N_("%(name)s took over a seat")
_TAKEN_OVER_FROM = N_("%(name)s took over %(former)s’s seat")
_REORDERED = N_("Players changed seats")
_ENDED, _ENDED_BECAUSE = N_("The game was ended early"), N_("The game was ended early: %(text)s")
_ENDED_BY_TABLE = N_("The game ended")
_ENDED_BY_TABLE_BECAUSE = N_("The game ended: %(text)s")
_ENDS_AT = N_("Time of the last round: %(time)s")
_ENDS_ANY_TIME = N_("The time of the last round was removed")
_TITLED, _UNTITLED = N_("New title: %(text)s"), N_("The title was removed")
_NOTED, _NOT_NOTED = N_("Note: %(text)s"), N_("The note was removed")


def _quoted(sentence: Sentence, without: Sentence, text: str) -> Markup:
    return say(sentence if text else without, {"text": bdi(text)})


def _round_scored(moment: Moment, entry: RoundScored) -> Markup:
    anyway = _SCORED_ANYWAY if entry.accepted else _SCORED
    return say(_SCORED_UNASKED if entry.not_asked else anyway, {"round": moment.round})


def _round_corrected(moment: Moment, entry: RoundCorrected) -> Markup:
    changes = escape(comma()).join(map(_change_words, _corrections(moment, entry.number)))
    told = {"round": entry.number, "changes": changes}
    return say(_CORRECTED_TO if changes else _CORRECTED, told)


def _change_words(change: Change) -> Markup:
    told = {"name": change.name, "before": change.before, "after": change.after}
    if change.is_down is None:
        return say(
            _CARDS_CHANGED if change.cards else _POINTS_CHANGED, told | {"cards": change.cards}
        )
    return say(_DOWN_AFTER_ALL if change.is_down else _NOT_DOWN_AFTER_ALL, told)


def _corrections(moment: Moment, number: int) -> Iterator[Change]:
    """The changes of this round by this entry, player by player; nothing in a very long log."""
    game, before = moment.stored.game, moment.sequence - 1
    if before > _MOST_REPLAYED:
        return
    was, now = (
        game.before(game.entries[:version]).state.rounds[number - 1 : number]
        for version in (before, before + 1)
    )
    for then, after in zip(was, now, strict=False):
        for seat in after.deal.players:
            yield from _corrections_of(moment.name_in(seat, number), seat, then, after)


def _corrections_of(
    name: Markup, seat: int, then: ScoredRound, after: ScoredRound
) -> Iterator[Change]:
    before, points = then.points.get(seat, 0), after.points.get(seat, 0)
    cards = comma().join(_changed_cards(seat, then, after))
    if cards or before != points:
        yield Change(seat, name, figure(before), figure(points), cards=cards)
    was_down, is_down = (seat in played.play.laid_down for played in (then, after))
    if after.deal.down_counts and is_down != was_down:
        words = {down: say(_DOWN_OR_NOT[down], {}).unescape() for down in (True, False)}
        yield Change(seat, name, words[was_down], words[is_down], is_down)


def _changed_cards(seat: int, then: ScoredRound, after: ScoredRound) -> Iterator[str]:
    """The cards removed from a hand and added to it, in the card classes of the corrected round.

    Nothing where a total was typed, or cards have no single class in it.
    """
    deal = after.deal
    played = [in_card_classes(one.play, deal, {}) for one in (then, after)]
    for part, removed, added in _PARTS_OF_A_HAND:
        was, now = (part(play, seat) for play in played)
        if was.cards is None or now.cards is None:
            continue
        before, counted = (Counter(dict(by_class(hand, deal.values))) for hand in (was, now))
        for sentence, more in ((removed, before - counted), (added, counted - before)):
            if more:
                words = hand_words(Hand(cards=more), deal.values)
                yield say(sentence, {"cards": words}).unescape()


def _player_joined(moment: Moment, entry: PlayerJoined) -> Markup:
    name = bdi(entry.name)
    if entry.before is None:
        return say(_JOINED, {"name": name})
    return say(_JOINED_BEFORE, {"name": name, "other": moment.name(entry.before)})


def _dealt_in(moment: Moment, entry: DealtIn) -> Markup:
    return say(_DEALT_IN if entry.plays else _NOT_DEALT_IN, {"name": moment.name(entry.seat)})


def _taken_over(_: Moment, entry: SeatTakenOver) -> Markup:
    return say(_TAKEN_OVER_FROM, {"name": bdi(entry.name), "former": bdi(entry.former)})


def _entry_undone(moment: Moment, entry: EntryUndone) -> Markup:
    undone = moment.stored.entries[entry.sequence - 1]
    then = replace(moment, sequence=entry.sequence)
    if isinstance(undone, HandCounted):  # its cards are in the line that is struck through
        name = moment.name(undone.seat)
        if _has_only_points(moment.stored.ruleset):
            return say(_TAKEN_BACK, {"what": say(_POINTS, {"name": name})})
        return say(_HAND_TAKEN_BACK, {"name": name})
    return say(_TAKEN_BACK, {"what": entry_words(then, undone)})


def _end_time_set(_: Moment, entry: EndTimeSet) -> Markup:
    if entry.until is None:
        return say(_ENDS_ANY_TIME, {})
    return say(_ENDS_AT, {"time": minute_words(entry.until)})


def _is_ended_by_table(ruleset: Ruleset | None) -> bool:
    """Whether the game has no end by its rules, so that no end is early."""
    return ruleset is not None and ruleset.end.when == "table_ends"


def _game_ended(moment: Moment, entry: GameEnded) -> Markup:
    by_table = _is_ended_by_table(moment.stored.ruleset)
    because, plainly = (
        (_ENDED_BY_TABLE_BECAUSE, _ENDED_BY_TABLE) if by_table else (_ENDED_BECAUSE, _ENDED)
    )
    return _quoted(because, plainly, entry.reason)


_ENDED_EARLY = N_("The game ended early")
_WORDS: dict[type[Entry], EntryWords] = {
    LaidDown: EntryWords(_DOWN, _of_seat(_DOWN)),
    TookBack: EntryWords(
        N_("%(name)s is not down"), _of_seat(N_("%(name)s is not down after all"))
    ),
    Melded: EntryWords(_MELDED, _melded),
    WentOut: EntryWords(_OUT, _went_out),
    Dropped: EntryWords(N_("%(name)s’s drop"), _dropped),
    TurnedUp: EntryWords(N_("The card turned up"), _turned_up),
    HandCounted: EntryWords(_OF_HAND, _hand_counted),
    Adjusted: EntryWords(N_("The extra points for %(name)s"), _adjusted),
    RoundScored: EntryWords(_SCORED, _round_scored),
    RoundCorrected: EntryWords(_CORRECTED, _round_corrected),
    RulesChanged: EntryWords(N_("House rules changed"), lambda _, __: say(_OTHER_RULES, {})),
    EntryUndone: EntryWords(_TAKEN_BACK, _entry_undone),
    PlayerJoined: EntryWords(_JOINED, _player_joined),
    PlayerLeft: EntryWords(_LEFT, _of_seat(_LEFT)),
    PlayerReturned: EntryWords(_CAME_BACK, _of_seat(_CAME_BACK)),
    PlayerRenamed: EntryWords(
        N_("%(name)s’s new name"), lambda _, entry: say(_RENAMED, {"name": bdi(entry.name)})
    ),
    SeatTakenOver: EntryWords(_TAKEN_OVER, _taken_over),
    SeatsReordered: EntryWords(N_("Seats changed"), lambda _, __: say(_REORDERED, {})),
    GameEnded: EntryWords(_ENDED_EARLY, _game_ended),
    EndTimeSet: EntryWords(N_("The time of the last round"), _end_time_set),
    Titled: EntryWords(N_("The title"), lambda _, entry: _quoted(_TITLED, _UNTITLED, entry.title)),
    Noted: EntryWords(N_("The note"), lambda _, entry: _quoted(_NOTED, _NOT_NOTED, entry.text)),
    DealerChanged: EntryWords(_DEALS, _of_seat(_DEALS)),
    DealtIn: EntryWords(N_("Who plays this round"), _dealt_in),
}
_OTHER_STEPS: dict[str, Sentence] = {
    "wrong_declaration": _DROPS["wrong"],
    "no_dropped": _DROPS[None],
    "no_turned_up": _NOT_TURNED_UP,
    "no_adjusted": _NOT_ADJUSTED,
    "no_end_time_set": _ENDS_ANY_TIME,
    "no_titled": _UNTITLED,
    "no_noted": _NOT_NOTED,
}
# Steps that not every game has: whether these rules do, and the keys of a ruleset that decide it.
_ONLY_WITH: dict[str, tuple[Callable[[Ruleset], object], set[str]]] = {
    **dict.fromkeys(
        ("dropped", "no_dropped", "wrong_declaration"), (attrgetter("drops"), {"drops"})
    ),
    **dict.fromkeys(
        ("turned_up", "no_turned_up"), (attrgetter("turns_up"), {"moving_wild", "knocking"})
    ),
    **dict.fromkeys(get_args(Ending), (attrgetter("knocking"), {"knocking"})),
    Melded.kind: (attrgetter("scoring.melds_score"), {"scoring"}),
}
