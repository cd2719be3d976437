"""`python -m claimant` is `claimant`."""

from claimant.cli import main

raise SystemExit(main())
