#!/bin/sh
# Install a Chromium for the browser tests: Debian's package as root, otherwise Playwright's own.
set -e
if command -v chromium >/dev/null; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq chromium >/dev/null
    exit 0
fi
.venv/bin/python -m playwright install chromium || {
    echo "Chromium is missing. Install Debian's package chromium." >&2
    exit 1
}
