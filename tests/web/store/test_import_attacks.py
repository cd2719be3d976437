"""Issue 11, row 11: archives that were made to do harm."""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from claimant.cli import main
from claimant.web.store import archive

Output = pytest.CaptureFixture[str]
MIB = 1 << 20


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CLAIMANT_DATABASE", raising=False)


def header(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    member = tarfile.TarInfo(name)
    member.size, member.type = size, kind
    return member.tobuf(tarfile.GNU_FORMAT)


def imported(path: Path) -> int:
    return main(["import", str(path), "--data", str(path.parent / "data")])


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_row_11_a_header_of_two_gigabytes_is_not_read(kind: bytes, tmp_path: Path) -> None:
    size = 2 << 30
    path = tmp_path / "in.tar"
    with path.open("wb") as file:
        file.write(header("x", size, kind))
        file.truncate(size + 512)
    # A process of its own, which may use less memory than that for everything.
    done = subprocess.run(
        [sys.executable, "-m", "claimant", "import", str(path), "--data", str(tmp_path / "data")],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
    )
    assert done.returncode == 1
    assert "is not a tar archive of records" in done.stderr


def test_row_11_names_cannot_send_codes_to_a_terminal(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "in.tar"
    names = ["\x1b]0;owned\x07.txt", "\x9b31m.txt", "a\u202eb.txt", "\x1b[2J" + "x" * 200 + ".txt"]
    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as tar:
        for name in names:
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    assert imported(path) == 1
    err = capsys.readouterr().err
    assert err.count("this is not a record") == len(names)
    assert "?]0;owned?.txt" in err
    assert all(character.isprintable() or character == "\n" for character in err)


def test_row_11_of_many_bad_members_only_some_are_named(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "in.tar"
    many = archive.MAX_NAMED + 50
    path.write_bytes(b"".join(header(f"{n}.txt", 0) for n in range(many)) + bytes(1024))
    assert imported(path) == 1
    err = capsys.readouterr().err
    assert err.count("this is not a record") == archive.MAX_NAMED
    assert "50 more files are not finished games" in err


@pytest.mark.parametrize("limit", ["MAX_MEMBERS", "MAX_SKIPPED"])
def test_row_11_an_archive_of_too_much_is_refused(
    limit: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, limit, 5 * MIB if limit == "MAX_SKIPPED" else 2)
    path = tmp_path / "in.tar"
    big = header("big.bin", 4 * MIB + 512) + bytes(4 * MIB + 512)
    path.write_bytes(big * 3 + bytes(1024))
    assert imported(path) == 1
    assert "this archive is too large" in capsys.readouterr().err


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_of_records_are_understood(form: int, tmp_path: Path, capsys: Output) -> None:
    game = (Path(__file__).parents[2] / "golden" / "claim-it-bust.claim").read_bytes()
    path = tmp_path / "in.tar"
    with tarfile.open(path, "w:xz", format=form) as tar:
        member = tarfile.TarInfo("folder/" + "ü" * 150 + ".claim")
        member.size = len(game)
        tar.addfile(member, io.BytesIO(game))
    assert imported(path) == 1
    err = capsys.readouterr().err
    assert "ü.claim: " in err
    assert "this is not a record" not in err
