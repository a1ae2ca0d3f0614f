"""Commands stored by an earlier version of the app are sent or dropped."""

import pytest

from companion.rules.fold.entries import PlayerJoined
from tests.browser.phones import Data, Phones, down

# As version 1.0 stored it: without the kind of the target, newcomers or dependencies.
_STORED_BEFORE = """async ([game, target]) => {
  const asked = indexedDB.open("companion");
  const database = await new Promise(done => { asked.onsuccess = () => done(asked.result); });
  const writing = database.transaction("outbox", "readwrite");
  const undo = { kind: "entry_undone", sequence: 1, of: [target, 0] };
  const told = { seen: 0, knows: 0, round: null, made: Date.now(), changes: 0, rests: null };
  writing.objectStore("outbox").add({ game, tap: "an-old-undo-0000", entries: [undo], ...told,
    settled: [{ kind: "entry_undone", sequence: 1 }] });
  await new Promise(done => { writing.oncomplete = done; });
  database.close();
}"""
# As the version before this one stored it: with the keys of the joins that waited before.
_NEWCOMER_BEFORE = """async game => {
  const asked = indexedDB.open("companion");
  const database = await new Promise(done => { asked.onsuccess = () => done(asked.result); });
  const writing = database.transaction("outbox", "readwrite");
  const told = { game, seen: 0, knows: 0, made: Date.now(), changes: 0, rests: null };
  const add = (tap, newcomers, round, entry) => writing.objectStore("outbox").add({ ...told, tap,
    newcomers, round, entries: [entry], settled: [entry] });
  add("an-old-join-0000", [], null, { kind: "player_joined", name: "Yun", before: null });
  add("an-old-mark-0000", ["an-old-join-0000"], 1, { kind: "laid_down", seat: 3 });
  await new Promise(done => { writing.oncomplete = done; });
  database.close();
}"""
UNDONE: Data = {"kind": "entry_undone", "sequence": 1}


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "unknown"])
def test_an_old_undo_is_sent_only_if_its_target_was_stored(
    two_phones: Phones, *, is_kept: bool
) -> None:
    phones, phone = two_phones, two_phones.phones[0]
    game = phones.deal("Ann", "Ben", "Cy")
    tab = phone.opens(game)
    tab.taps(down(0))
    phones.converge()
    target = phones.kept(game).taps[0].press if is_kept else "a-tap-of-nothing"
    tab.page.evaluate(_STORED_BEFORE, [game, target])
    phone.leaves(tab)
    again = phone.opens(game)
    again.comes_to(lambda seen: not seen["waiting"], "done with")
    again.taps(down(1))
    phones.converge()
    assert phones.log(game) == [down(0), *([UNDONE] if is_kept else []), down(1)]


def test_an_old_mark_is_for_the_newcomer_who_waits_with_it(two_phones: Phones) -> None:
    phones, phone = two_phones, two_phones.phones[0]
    game = phones.deal("Ann", "Ben", "Cy")
    tab = phone.opens(game)
    phone.network.offline = True
    tab.page.evaluate(_NEWCOMER_BEFORE, game)
    phone.network.offline = False
    phone.leaves(tab)
    phones.happens(game, PlayerJoined("Bo"))
    again = phone.opens(game)
    again.comes_to(lambda seen: not seen["waiting"], "done with")
    phones.converge()
    state = phones.state(game)
    assert [state["names"][seat] for seat in state["open"]["play"]["laid_down"]] == ["Yun"]
