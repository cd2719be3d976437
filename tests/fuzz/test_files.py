"""Archives and backups that are broken in any way are refused in words: they never crash a command,
and leave nothing behind."""

from __future__ import annotations

import asyncio
import io
import tarfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimant.web.store.archive import import_games
from claimant.web.store.backup import backup, restore
from claimant.web.store.databases import store_at
from claimant.web.store.interface import StoreError

RECORDS: Final = sorted((Path(__file__).parents[1] / "corpus").glob("*.claim"))
CALM: Final = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
Changes = list[tuple[int, int, bytes]]
CHANGES: Final = st.lists(
    st.tuples(st.integers(0, 1 << 20), st.integers(0, 600), st.binary(max_size=30)), max_size=4
)


def changed(data: bytes, changes: Changes) -> bytes:
    for start, length, inserted in changes:
        start %= len(data) + 1
        data = data[:start] + inserted + data[start + length :]
    return data


@pytest.fixture(scope="module")
def archive() -> bytes:
    """A tar of all records of the corpus, good and bad."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        for record in RECORDS:
            tar.add(record, record.name, filter=anonymous)
    return file.getvalue()


def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with an empty database that no server uses."""
    folder = tmp_path / "data"
    asyncio.run(used(folder))
    return folder


async def used(folder: Path, archive: Path | None = None) -> None:
    """Open a store, import an archive if there is one, and close it again."""
    store = store_at("", folder)
    store.prepare()
    await store.open()
    try:
        if archive is not None:
            await import_games(store, archive)
    finally:
        await store.close()


@CALM
@given(CHANGES)
def test_archives(archive: bytes, data: Path, tmp_path: Path, changes: Changes) -> None:
    path = tmp_path / "games.tar"
    path.write_bytes(changed(archive, changes))
    with suppress(StoreError):
        asyncio.run(used(data, path))


@CALM
@given(CHANGES)
def test_backups(data: Path, tmp_path: Path, changes: Changes) -> None:
    good, path, after = (tmp_path / f"{name}.backup" for name in ("good", "changed", "after"))
    store = store_at("", data)
    if not good.exists():
        backup(store, good)
    path.write_bytes(changed(good.read_bytes(), changes))
    try:
        restore(path, store, replace=True)
    except StoreError:
        restore(good, store, replace=True)
    backup(store, after)  # what is there now is whole
    after.unlink()
    asyncio.run(used(data))
