"""The JSON API conforms to its OpenAPI description, for all valid requests."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.books import new_book
from tests.databases import Database
from tests.soak import examples
from tests.web.phone import Phone
from tests.web.table import start_game

PROMISES = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path_factory.mktemp("door"), database)


@pytest.fixture(scope="module")
def api(book: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/schema/openapi.json", book)


@pytest.fixture(scope="module")
def known(book: Flask) -> dict[str, Any]:
    """The link of a game of three, and the headers and parameters of its phone."""
    phone = Phone(book)
    token = start_game(phone, "Ann", "Ben", "Cy").token
    name = book.config["SESSION_COOKIE_NAME"]
    key, cookie = phone.csrf_token, phone.client.get_cookie(name)
    return {
        "path_parameters": {"token": token},
        "cookies": {name: cookie.value},
        "headers": {"X-CSRFToken": key, "Accept-Encoding": "identity"},
    }


OPERATIONS = [
    ("GET", "/api/1/key"),
    ("GET", "/api/1/catalogue"),
    ("GET", "/api/1/catalogue/{key}"),
    ("POST", "/api/1/games"),
    ("GET", "/api/1/games/{token}"),
    ("GET", "/api/1/games/{token}/log"),
    ("POST", "/api/1/games/{token}/log"),
    ("POST", "/api/1/judge"),
]
# The referee has a test of its own.
WITHOUT_REFEREE = [one for one in OPERATIONS if not one[1].endswith("/judge")]


@pytest.mark.parametrize(("method", "path"), WITHOUT_REFEREE)
@settings(
    max_examples=examples(3, 6),
    deadline=None,
    suppress_health_check=[*HealthCheck],
    derandomize=True,
)
@given(data=st.data())
def test_whatever_is_sent_is_answered_as_described(
    api: Any, known: dict[str, Any], method: str, path: str, data: st.DataObject
) -> None:
    case = data.draw(api[path][method].as_strategy())
    case.cookies, case.headers = known["cookies"], known["headers"]
    if "{token}" in path:
        case.path_parameters = known["path_parameters"]
    case.call_and_validate(checks=PROMISES)


def test_every_address_of_the_api_is_described_and_no_other(book: Flask) -> None:
    paths = book.test_client().get("/schema/openapi.json").json["paths"]
    described = {
        (method.upper(), path)
        for path, has in paths.items()
        for method in has
        if method != "parameters"
    }
    served = {
        (method, rule.rule.replace("<", "{").replace(">", "}"))
        for rule in book.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served == {*OPERATIONS}
