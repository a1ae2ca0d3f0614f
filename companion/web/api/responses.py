"""The responses of the JSON API, as JSON Schemas.

Objects may get more properties in later versions; only entries of the log are closed.
"""

from typing import get_args

from companion.rules.fold.entries import KINDS
from companion.rules.model.play import Drop, Ending
from companion.rules.model.state import ReasonCode, SettlementCode
from companion.rules.referee import deadwood
from companion.web.forms.json_input import (
    BOOK,
    MARK,
    MOMENT,
    TAP,
    VERSION,
    FaultCode,
    array,
    choice,
    flag,
    mapping,
    of_type,
    open_record,
    or_null,
    record,
    reference,
    text,
    whole,
)
from companion.web.game.positions import Stray

_NOTATION = "`S3 R4 C7 2xA`: a set of three, a run of four, seven of a colour, two aces."
_NAMES = array(text())
_SEAT = of_type(["integer", "null"])
_VALUE = of_type(["string", "integer", "boolean"])

_TROUBLE = open_record(heading=text(), sentence=text())
_FAULT = open_record(
    heading=text(),
    sentence=text(),
    code=choice(
        *get_args(FaultCode),
        about="The field is missing, is none that is taken here, or does not fit.",
    ),
    field=text("`names[1]`, `commands[0].entries[0].seat`; empty for the whole body."),
)
_STRAY = open_record(
    *("code", "version", "book"),
    heading=text(),
    sentence=text(),
    code=choice(
        *get_args(Stray), about="A number is beyond the log; its entries are others; its book is."
    ),
    version=whole("How many entries the log has."),
    book=text("The id of the score book."),
)

_KEY = open_record(key=text())
_LINKS = open_record(
    token=text("Opens the game to keep score. Whoever knows it can."),
    watch_token=text("Opens the game to look on."),
    link=text("The table, for a browser.", format="uri"),
    watch_link=text(format="uri"),
)
_SUMMARY = {
    "key": text("The `game` of a new game."),
    "name": text(),
    "least_players": whole(),
    "most_players": whole(),
}
_CATALOGUE = open_record(games=array(open_record(**_SUMMARY)))
_CHOICES = array(open_record(value=_VALUE, label=text()))
_HOUSE_RULE = open_record(key=text(), question=text(), default=_VALUE, choices=_CHOICES)
_PLAYABLE = open_record(
    **_SUMMARY, contracts=array(text(), _NOTATION), house_rules=array(_HOUSE_RULE)
)

_CONTRACT = open_record(number=whole("From 1."), melds=text(_NOTATION), words=text())
_PLAYER = open_record(
    seat=whole("The number of the player in entries, from 0."),
    name=text(),
    playing=flag("False once the player has left."),
    contract=or_null(_CONTRACT, "What to lay down in the open round; null if there is nothing."),
    down=flag("Whether the contract is laid down in the open round."),
    total=whole(),
)
_GAMES = mapping(array(whole()), "The points in each of several games at once, by name.")
_ROUND = open_record(
    *("void", "ending", "turned_up", "drops", "games"),
    round=whole(),
    dealer=text(),
    cards_dealt=whole(),
    points=mapping(whole(), "By name."),
    totals=mapping(whole(), "By name."),
    next_contract=mapping(_SEAT, "By name."),
    doubts=array(open_record("player", code=text(), player=text())),
    void=flag("True for a round that nobody finished, where that is void."),
    ending=choice(*get_args(Ending)),
    turned_up=text("The rank of the card that was turned up."),
    drops=mapping(choice(*get_args(Drop)), "Who gave the round up, and how, by name."),
    games=_GAMES,
)
_SETTLED = open_record(
    "games",
    code=choice(*get_args(SettlementCode)),
    points=mapping(whole(), "By name."),
    games=_GAMES,
)
_SCORE = open_record(
    "settlement",  # only once a game with points after the last round is over
    format={"const": "companion-score/1"},
    title=text(),
    game=open_record(key=text(), name=text()),
    version=whole("How many entries the log has: what `seen` means."),
    round=or_null(whole(), "The number of the open round; null after the end."),
    dealer=or_null(text(), "Who deals the open round."),
    players=array(_PLAYER, "In order of play."),
    down=array(text(), "Who is down in the open round."),
    went_out=or_null(text(), "Who went out in the open round."),
    rounds=array(_ROUND, "Those that count."),
    standings=array(open_record(place=whole(), player=text(), contracts=whole(), total=whole())),
    over=flag(),
    winners=_NAMES,
    reason=open_record(
        code=choice(*get_args(ReasonCode)),
        sentence=text("Why they have won; empty while the game goes on."),
    ),
    settlement=open_record(
        "games",
        rows=array(_SETTLED),
        totals=mapping(whole(), "The totals with these points, by name."),
        games=_GAMES,
    ),
)

_ANSWER = open_record(
    *("numbers", "code", "seat", "sentence", "doubts", "others", "by", "at"),
    tap=TAP,
    status=choice("kept", "refused", "doubted", "conflict"),
    numbers=array(whole(), "The numbers in the log of what was kept; none where it was no news."),
    code=text(),
    seat=_SEAT,
    sentence=text("In the language that was asked for."),
    doubts=array(record("code", "seat", "sentence", code=text(), seat=_SEAT, sentence=text())),
    others=array(whole(), "The numbers of what was written since it was seen."),
    by=text("The phone that wrote what a conflict is with; empty if unknown."),
    at=text("When that was written.", format="date-time"),
)
_LINE = record(
    *("number", "entry", "at", "here", "name"),
    number=whole("Its place in the log.", minimum=1),
    entry=open_record(kind=choice(*KINDS))
    | {"description": "Its kind and the fields of that kind."},
    at=text(format="date-time"),
    tapped_at=text(
        "When it was pressed, by the clock of the server, where that is known.",
        format="date-time",
    ),
    here=flag("Whether the phone that asks wrote it."),
    name=text("The entry itself, whatever number it has."),
    tap=text("By which press, where the phone that asks did."),
) | {"description": "An entry of the log, with its number, and when and where it was written."}
_TAIL = record(
    *("version", "book", "mark", "at", "entries"),
    version=VERSION | {"description": "How many entries the log has."},
    book=BOOK | {"description": "The id of the score book: another one after each restore."},
    mark=MARK | {"description": "A digest of the log: the same log has the same mark."},
    at=MOMENT | {"description": "When the newest entry was written, else the game begun, in ms."},
    entries=array(reference("line")),
    answers=array(reference("answer")),
    ruleset=of_type(
        "object", "The rules as a fold reads them, where others are in force since `after`."
    ),
)

_REMEDY = open_record(card=text(), replaces=of_type(["string", "null"]), meld=_NAMES) | {
    "description": "A card of `would_do`, the card that it replaces (null: it is added), and the "
    "legal meld."
}
_MELDS = array(_NAMES)
_JUDGED = open_record(
    verdict=choice("legal", "not_legal", "your_table_decides"),
    places=array(_NAMES, "Each wild card with the card that it stands for."),
    also=array(_MELDS, "Other ways to lie."),
    ways=array(of_type("object")),
    frees=text(),
    rule=text("The first rule that is broken: a key of `[melding]`."),
    cards=_NAMES,
    source=text(),
    would_do=_NAMES,
    remedies=array(_REMEDY),
    kind=choice("set", "run", "colour", about="Of a single legal meld."),
    questions=array(open_record(rule=text(), readings=of_type("object"))),
    melds=_MELDS,
    left=whole("The fewest points that can be left."),
    worth=whole("The points of the melds of an opening."),
    short=whole("The points that an opening lacks."),
    pure_short=whole("The runs without a wild card that an opening lacks."),
    pure_sets_short=whole("The sets without a wild card that it lacks."),
    deadwood=array(text(), "The cards left over."),
    discard=text("The card to discard, of a hand with one too many."),
    ending=choice(*get_args(deadwood.Ending)),
    lacks=text("The rule about runs without which no meld counts."),
    laid_off=_NAMES,
    missing=_NAMES,
) | {"required": ["verdict"]}
_ERROR = open_record(error=text(), at=text())

RESPONSES = {
    "answer": _ANSWER,
    "line": _LINE,
    "tail": _TAIL,
    "trouble": _TROUBLE,
    "stray": _STRAY,
    "fault": _FAULT,
    "answers": array({"oneOf": [_JUDGED, _ERROR]}),
    "key": _KEY,
    "catalogue": _CATALOGUE,
    "playable": _PLAYABLE,
    "links": _LINKS,
    "score": _SCORE,
}
