#!/bin/sh
# Check every pinned package with pip-audit. If no advisory source can be reached, or the one that
# answers knows none of the packages, say so in one line: nothing was checked then.
set -u
found=$("$1/python" -m pip_audit --requirement constraints.txt --no-deps --disable-pip \
    --progress-spinner off --timeout 10 2>&1)
status=$?
unknown=$(echo "$found" | grep -c "could not be audited")
if [ "$unknown" -ge "$(wc -l < constraints.txt)" ] ||
    echo "$found" | grep -qE "ConnectionError|ConnectError|ConnectTimeout|ReadTimeout|RetryError|ProxyError"; then
    echo "audit: no advisory source can be reached; nothing was checked"
    exit 0
fi
echo "$found"
exit $status
