"""Tries mutations of functions in forks of a process that has collected the tests.

A fork begins in milliseconds and runs only the tests that call the function, the quickest first.
Values that the tests read before the fork are those of the rules without the mutation, so a
survivor has to be tried once more in a process of its own.
"""

import gc
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from functools import _lru_cache_wrapper
from io import StringIO
from multiprocessing import connection, get_context
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutants.mutations import ROOT, Mutation

_AT_ONCE = 2
_PATIENCE = 60  # seconds for one test; a mutation may well never come to an end
_KILLED = 3
_FORKING = get_context("fork")


def killed_in_forks(mutations: Iterable[Mutation], tests: Iterable[str]) -> set[Mutation]:
    """Those of these mutations for which one of these tests fails."""
    tries = _Tries(mutations)
    options = ["-qq", "--capture=no", "--no-header", f"--timeout={_PATIENCE}"]
    with redirect_stdout(StringIO()) as said:
        pytest.main([*options, *tests], plugins=[tries])
    assert tries.callers, said.getvalue()
    return tries.killed


class _Tries:
    """A pytest plugin that runs all tests once, and then those of each mutation in a fork."""

    def __init__(self, mutations: Iterable[Mutation]) -> None:
        self.mutations, self.killed = [*mutations], set[Mutation]()
        self.callers: dict[CodeType, list[tuple[float, pytest.Item]]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            began = time.process_time()
            for code in _called(item, following):
                self.callers[code].append((time.process_time() - began, item))
        assert not session.testsfailed, "fails without any mutation"
        self.killed = {mutation for mutation, code in self._tried(session) if code == _KILLED}
        return True

    def _tried(self, session: pytest.Session) -> Iterator[tuple[Mutation, int | None]]:
        """Each mutation of a function with the exit code of its fork."""
        functions, caches = _functions(), _caches()
        waiting, running = [m for m in self.mutations if m.function], {}
        while waiting or running:
            if waiting and len(running) < _AT_ONCE:
                mutation = waiting.pop()
                known = functions[str(ROOT / mutation.file), mutation.function]
                given = (session, mutation, known, caches)
                process = _FORKING.Process(target=self._try, args=given)
                process.start()
                running[process.sentinel] = mutation, process
                continue
            for sentinel in connection.wait(running):
                mutation, process = running.pop(sentinel)
                process.join()
                yield mutation, process.exitcode

    def _try(
        self,
        session: pytest.Session,
        mutation: Mutation,
        functions: list[FunctionType],
        caches: list[_lru_cache_wrapper],
    ) -> None:
        """In a fork: runs the tests that call these functions until one fails."""
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        callers = sorted(
            {timed for function in functions for timed in self.callers[function.__code__]},
            key=lambda timed: timed[0],
        )
        for function in functions:
            function.__code__ = mutation.code
        for cached in caches:
            cached.cache_clear()
        items = [item for _, item in callers]
        for item, following in zip(items, [*items[1:], None], strict=False):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                sys.exit(_KILLED)


def _called(item: pytest.Item, following: pytest.Item | None) -> set[CodeType]:
    """Runs a test; the functions of the rules that it calls."""
    found: set[CodeType] = set()
    sys.settrace(lambda frame, *_: found.add(frame.f_code))  # calls only, no lines
    try:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    finally:
        sys.settrace(None)
    return {code for code in found if code.co_filename.startswith(f"{ROOT}/companion/rules/")}


def _functions() -> dict[tuple[str, str], list[FunctionType]]:
    """All functions in memory, by file and name."""
    found = defaultdict(list)
    for thing in _everything():
        if type(thing) is FunctionType:
            found[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
    return found


def _caches() -> list[_lru_cache_wrapper]:
    caches = [thing for thing in _everything() if type(thing) is _lru_cache_wrapper]
    return [cached for cached in caches if cached.__module__.startswith(("companion", "tests"))]


def _everything() -> list[object]:
    gc.unfreeze()
    return gc.get_objects()
