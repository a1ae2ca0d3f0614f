"""Health checks for supervisors and load balancers."""

from flask import Blueprint, Response, current_app
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.records.models import Game
from companion.records.store.database import IS_AWAY, reading
from companion.records.store.faults import trouble_of

blueprint = Blueprint("health", __name__)
ALIVE, READY = "health.alive", "health.ready"
ADDRESSES = ("/healthz", "/readyz")
_NOT_NOW = 503


@blueprint.get("/healthz")
def alive() -> Response:
    """Liveness: the process answers; restart it otherwise."""
    return _said("ok")


@blueprint.get("/readyz")
def ready() -> Response:
    """Readiness: the score book can be read; otherwise the code of the trouble."""
    if current_app.extensions.get(IS_AWAY):  # it may not be migrated
        return _said("absent", _NOT_NOW)
    try:
        with reading() as connection:
            connection.execute(select(Game.id).limit(1))
    except DBAPIError as error:
        trouble = trouble_of(error)
        return _said(trouble.name.lower() if trouble else "unexpected", _NOT_NOW)
    except PoolTimeout:
        return _said("busy", _NOT_NOW)
    return _said("ready")


def _said(word: str, status: int = 200) -> Response:
    kept_by_nobody = {"Cache-Control": "no-store"}
    return Response(f"{word}\n", status, kept_by_nobody, mimetype="text/plain")
