#!/bin/sh
# Install Firefox and WebKit for `make browsers` from Debian's packages, which needs root.
set -e
missing=
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="firefox-esr"
command -v WebKitWebDriver >/dev/null || missing="$missing webkit2gtk-driver"
command -v xvfb-run >/dev/null || missing="$missing xvfb"
if [ -z "$missing" ]; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    # shellcheck disable=SC2086  # several packages
    apt-get install -y -qq $missing >/dev/null
    exit 0
fi
echo "Packages are missing. Install Debian's $missing." >&2
exit 1
