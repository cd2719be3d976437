"""Look for input that breaks something: `python tools/fuzz.py MINUTES` (`make fuzz MINUTES=60`).

Runs the fuzz tests again and again, with another seed each time: raw HTTP against a real server
process, forms, headers, bodies, records, archives and backups. Stops at the first failure, with the
seed that repeats it. What was found belongs in a corpus: `tests/fuzz/corpus` for requests,
`tests/corpus` for records.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
TESTS = ("tests/fuzz", "tests/web/http/test_fuzz.py", "tests/test_record_fuzz.py")


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    end = monotonic() + 60 * minutes
    first = int(monotonic())
    for seed in count(first):
        command = [sys.executable, "-m", "pytest", "-q", "-x", f"--hypothesis-seed={seed}", *TESTS]
        if subprocess.run(command, cwd=ROOT).returncode:
            print(f"found with --hypothesis-seed={seed}")
            return 1
        if monotonic() >= end:
            print(f"nothing found in {seed - first + 1} rounds")
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
