"""The phones at a table: the seat of each, and the hand that it is counting."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, bindparam, select, update
from sqlalchemy.orm import Session

from companion.records.log.rows import lock_by_id, touch
from companion.records.models import Phone
from companion.records.store.database import now, reading, write_connection, write_transaction

STILL_COUNTING = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class PhoneAtTable:
    """A phone as it was read; the fields are those of its row."""

    device: str
    token: str
    name: str
    seat: int | None
    join_entry: int | None
    counting: int | None
    seen_at: datetime | None


_KNOWN = (
    Phone.device,
    Phone.token,
    Phone.name,
    Phone.seat,
    Phone.join_entry,
    Phone.counting,
    Phone.seen_at,
)
_OF_GAME = select(*_KNOWN).where(Phone.game_id == bindparam("game")).order_by(Phone.id)


def phones_of(game: int) -> list[PhoneAtTable]:
    """All phones of this game, in the order of joining."""
    with reading() as connection:
        return read_phones(connection, game)


def read_phones(connection: Connection, game: int) -> list[PhoneAtTable]:
    """The same on an open connection."""
    return [PhoneAtTable(*row) for row in connection.execute(_OF_GAME, {"game": game})]


def sit_down(
    game: int, device: str, token: str, seat: int | None, name: str, join_entry: int | None = None
) -> None:
    """Assign the phone to a seat, or to none; `name` is its label, if any.

    `token` is the link by which it joined: once that ends, its home page no longer lists the game.
    `join_entry` is the one by which the player of the seat joined, None from the start.
    """
    with write_transaction(token) as session:
        lock_by_id(session.connection(), game)
        phone = session.scalar(_phone(game, device)) or Phone(game_id=game, device=device)
        phone.token, phone.seat, phone.join_entry, phone.name = token, seat, join_entry, name
        session.add(phone)
        _tell(session, game)


def begin_counting(game: int, device: str, token: str, seat: int) -> None:
    """Mark this hand as being counted on this phone; renewed now and then, because it expires."""
    with write_transaction(token) as session:
        lock_by_id(session.connection(), game)
        phone = session.scalar(_phone(game, device))
        phone = phone or Phone(game_id=game, device=device, name="")
        phone.token = token
        session.add(phone)
        if phone.counting != seat or not is_counting(phone):
            _tell(session, game)
        phone.counting, phone.seen_at = seat, now()


def stop_counting(game: int, device: str, seat: int) -> None:
    """The phone has finished or left this hand; it may be counting another by now."""
    with write_connection() as connection:
        lock_by_id(connection, game)
        if put_hand_away(connection, game, device, seat):
            touch(connection, game)


def put_hand_away(connection: Connection, game: int, device: str | None, seat: int | None) -> bool:
    """The same within a write transaction; returns whether the phone was counting that hand."""
    if device is None or seat is None:
        return False
    mine = (Phone.game_id == game, Phone.device == device, Phone.counting == seat)
    closed = connection.execute(update(Phone).where(*mine).values(counting=None))
    return bool(closed.rowcount)


def is_counting(phone: Phone | PhoneAtTable) -> bool:
    """Whether this phone is counting a hand and has renewed that lately."""
    seen = phone.seen_at
    return phone.counting is not None and seen is not None and now() - seen < STILL_COUNTING


def _tell(session: Session, game: int) -> None:
    """Notify open pages, although the log does not change."""
    touch(session.connection(), game)


def _phone(game: int, device: str) -> Select[Phone]:
    return select(Phone).where(Phone.game_id == game, Phone.device == device)
