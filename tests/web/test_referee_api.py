"""The referee as JSON: the cases and answers of `companion judge`, over HTTP."""

from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.referee.judge import TOO_MANY
from companion.web.api.requests import MOST_CASES
from tests.referee.cases import every_case
from tests.soak import examples
from tests.web.phone import Phone
from tests.web.test_openapi import PROMISES, api, book  # noqa: F401 - fixtures

CASE = {
    "game": "twelve-step-rummy",
    "ask": "meld",
    "melds": [{"kind": "set", "cards": ["5H", "*", "5C"]}],
}


HARD = {
    "game": "own",
    "ask": "go_down",
    "players": 9,
    "contract": "S5 S5 R5 R5",
    "hand": [*["*"] * 8, *(f"{rank}{suit}" for suit in "SHDC" for rank in "3456789")][:30],
}


@pytest.fixture
def client(phone: Phone) -> FlaskClient:
    """A client without cookies and CSRF token."""
    return phone.client.application.test_client()


def test_each_case_is_answered_in_order_without_a_key(client: FlaskClient) -> None:
    response = client.post("/judge", json=[CASE, {"game": "bridge"}])
    assert response.status_code == 200
    assert response.get_json() == [
        {"verdict": "legal", "places": [["5H", "*=5?", "5C"]], "kind": "set"},
        {"error": "no game is called so", "at": "game"},
    ]


def test_the_worked_cases_have_their_answers(client: FlaskClient) -> None:
    worked = every_case()[:MOST_CASES]
    answers = client.post("/judge", json=[one["case"] for one in worked]).get_json()
    assert [found["verdict"] for found in answers] == [one["answer"]["verdict"] for one in worked]


def test_a_hard_case_costs_its_neighbours_no_answer(client: FlaskClient) -> None:
    first, easy, second, last = client.post("/judge", json=[HARD, CASE, HARD, CASE]).get_json()
    assert first["error"] == TOO_MANY
    assert "fewer cases" in second["error"]
    assert easy == last == client.post("/judge", json=[CASE]).get_json()[0]
    assert "verdict" in easy


@pytest.mark.parametrize(
    ("sent", "status"),
    [({}, 422), ("S3", 422), ([CASE] * (MOST_CASES + 1), 413)],
    ids=["an object", "a text", "too many"],
)
def test_what_is_not_a_list_of_cases_is_told_in_a_sentence(
    client: FlaskClient, sent: object, status: int
) -> None:
    response = client.post("/judge", json=sent)
    assert response.status_code == status
    assert response.get_json()["sentence"]
    if status == 422:
        assert (response.get_json()["code"], response.get_json()["field"]) == ("invalid", "")


def test_what_is_not_json_or_nested_too_deep_is_told_too(client: FlaskClient) -> None:
    assert client.post("/judge", data="cards").status_code == 415
    nothing = client.post("/judge", data="null", content_type="application/json")
    assert nothing.status_code == 422
    deep = client.post("/judge", data="[" * 100_000, content_type="application/json")
    assert deep.status_code in {400, 422}


@settings(
    max_examples=examples(8, 20),
    deadline=None,
    suppress_health_check=[*HealthCheck],
    derandomize=True,
)
@given(data=st.data())
def test_whatever_is_asked_is_answered_as_described(api: Any, data: st.DataObject) -> None:  # noqa: F811
    case: schemathesis.Case = data.draw(api["/api/1/judge"]["POST"].as_strategy())
    case.headers = {"Accept-Encoding": "identity"}
    case.call_and_validate(checks=PROMISES)
