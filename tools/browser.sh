#!/bin/sh
# See to a Chromium for the browser tests: Debian's for root, else one that Playwright brings.
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
    echo "There is no Chromium here. Install Debian's package chromium." >&2
    exit 1
}
