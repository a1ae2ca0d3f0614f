"""The phones round the table: whose seat each has taken, and which hand it is counting."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, bindparam, select, update
from sqlalchemy.orm import Session

from companion.records.database import now, reading, write_connection, write_transaction
from companion.records.log_rows import hold, touch
from companion.records.models import Phone

STILL_COUNTING = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class PhoneAtTable:
    """What is known of a phone as it was just read; the fields are those of its row."""

    device: str
    token: str
    name: str
    seat: int | None
    counting: int | None
    seen_at: datetime | None


_KNOWN = (Phone.device, Phone.token, Phone.name, Phone.seat, Phone.counting, Phone.seen_at)
_OF_GAME = select(*_KNOWN).where(Phone.game_id == bindparam("game")).order_by(Phone.id)


def phones_of(game: int) -> list[PhoneAtTable]:
    """Every phone that is known in this game, the first one first."""
    with reading() as connection:
        return read_phones(connection, game)


def read_phones(connection: Connection, game: int) -> list[PhoneAtTable]:
    """The same by a connection that is there."""
    return [PhoneAtTable(*row) for row in connection.execute(_OF_GAME, {"game": game})]


def sit_down(game: int, device: str, token: str, seat: int | None, name: str) -> None:
    """The phone belongs to a seat, or to nobody's; `name` is what people call it, if anything.

    `token` is the link it came by: once that ends, its home page lists the game no more.
    """
    with write_transaction(token) as session:
        hold(session.connection(), game)
        phone = session.scalar(_phone(game, device)) or Phone(game_id=game, device=device)
        phone.token, phone.seat, phone.name = token, seat, name
        session.add(phone)
        _tell(session, game)


def begin_counting(game: int, device: str, token: str, seat: int) -> None:
    """The phone has this hand open; said again now and then, for phones are put away."""
    with write_transaction(token) as session:
        hold(session.connection(), game)
        phone = session.scalar(_phone(game, device))
        phone = phone or Phone(game_id=game, device=device, name="")
        phone.token = token
        session.add(phone)
        if phone.counting != seat or not is_counting(phone):
            _tell(session, game)
        phone.counting, phone.seen_at = seat, now()


def stop_counting(game: int, device: str, seat: int) -> None:
    """The hand that this phone had open is counted, or left; it may have another open by now."""
    with write_connection() as connection:
        hold(connection, game)
        if put_hand_away(connection, game, device, seat):
            touch(connection, game)


def put_hand_away(connection: Connection, game: int, device: str | None, seat: int | None) -> bool:
    """The same within a write that goes on; whether there is such a phone with that hand open."""
    if device is None or seat is None:
        return False
    mine = (Phone.game_id == game, Phone.device == device, Phone.counting == seat)
    closed = connection.execute(update(Phone).where(*mine).values(counting=None))
    return bool(closed.rowcount)


def is_counting(phone: Phone | PhoneAtTable) -> bool:
    """Whether this phone has a hand open, and was heard of lately."""
    seen = phone.seen_at
    return phone.counting is not None and seen is not None and now() - seen < STILL_COUNTING


def _tell(session: Session, game: int) -> None:
    """What phones do stands in no log; who looks at the game hears of it all the same."""
    touch(session.connection(), game)


def _phone(game: int, device: str) -> Select[Phone]:
    return select(Phone).where(Phone.game_id == game, Phone.device == device)
