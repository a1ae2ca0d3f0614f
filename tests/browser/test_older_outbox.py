"""Commands stored by an earlier version of the app are sent or dropped."""

import pytest

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
