"""The service worker in Node: caches in memory, and a network whose answers overtake each other."""

from typing import Any

import pytest

from tests.js.node import run_in_node


@pytest.fixture(scope="module")
def worker() -> Any:
    return run_in_node("service_worker.mjs")


def test_an_earlier_page_of_a_new_game_does_not_replace_a_later_one(worker: Any) -> None:
    assert worker["new_game"] == "<html data-kept >Bo: add"


def test_an_earlier_home_page_does_not_replace_a_later_one(worker: Any) -> None:
    assert worker["home"] == "<html data-kept >late"


def test_the_worker_does_not_delay_the_question_whether_the_server_can_be_reached(
    worker: Any,
) -> None:
    assert worker["handles"] == ["GET"]
