"""The game data embedded in the table page for offline use."""

import json
from typing import Any

from companion.rules.fold.entries import LaidDown, WentOut
from tests.web.phone import Phone
from tests.web.table import Table, start_game


def carried(table: Table) -> dict[str, Any]:
    (text,) = table.page().one("script#game").children
    return json.loads(str(text))


def test_the_table_carries_its_log_the_people_and_the_rules(table: Table) -> None:
    table.lay_down("Ben")
    table.write(LaidDown(2))
    data = carried(table)
    assert data["seats"] == {"names": ["Ann", "Ben", "Cy", "Dee"], "first_dealer": 0}
    assert data["entries"] == [{"kind": "laid_down", "seat": seat} for seat in (1, 2)]
    assert data["others"] == [2]
    assert len(data["ruleset"]["contracts"]) == 12
    assert (data["seat"], data["may_score"]) == (None, True)


def test_what_it_carries_leads_to_the_door(table: Table) -> None:
    data = carried(table)
    entries = [{"kind": "laid_down", "seat": 1}]
    sent = {"commands": [{"tap": "0123456789abcdef", "seen": 0, "entries": entries}]}
    key = {"X-CSRFToken": data["key"]}
    answer = table.phone.client.post(data["log"], json=sent, headers=key)
    assert answer.json["answers"][0]["status"] == "kept"
    assert data["live"] == table.address("live")


def test_who_watches_learns_no_key_and_no_other_link(table: Table, other_phone: Phone) -> None:
    data = carried(Table(other_phone, table.stored.row.watch_token))
    assert (data["may_score"], data["key"]) == (False, None)
    assert table.token not in json.dumps(data)


def test_it_says_which_hands_other_phones_have_open(table: Table, other_phone: Phone) -> None:
    table.write(WentOut(0))
    assert carried(table)["phones"] == []
    theirs = table.on(other_phone)
    opened = {"csrf_token": other_phone.csrf_token, "round": "1"}
    assert other_phone.answer(table.address("count/1/open"), opened).status_code == 204
    assert carried(table)["phones"] == [{"seat": 1, "words": "another phone", "own": False}]
    assert carried(theirs)["phones"] == []


def test_a_page_that_follows_the_game_has_it_already(table: Table) -> None:
    asked = table.phone.client.get(table.address(), headers={"Companion-Live": "1"})
    assert 'id="game"' not in asked.text


def test_no_name_ends_the_data(phone: Phone) -> None:
    name = "</script><b>&"
    table = start_game(phone, name, "Ben")
    assert carried(table)["seats"]["names"][0] == name
