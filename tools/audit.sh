#!/bin/sh
# Check every pinned package with pip-audit. If no advisory source can be reached, or the one that
# answers does not know some of the packages, say which were not checked, and fail: an audit that has
# checked nothing must not look like one that has found nothing.
set -u
found=$("$1/python" -m pip_audit --requirement constraints.txt --no-deps --disable-pip \
    --progress-spinner off --timeout 10 2>&1)
status=$?
echo "$found"
unknown=$(echo "$found" | grep -c "could not be audited")
if [ "$unknown" -gt 0 ]; then
    echo "audit: not checked: $unknown packages that the advisory source does not know" >&2
    exit 2
fi
case $status in
    0 | 1) if echo "$found" | grep -qE "^Found [0-9]+ known|^No known vulnerabilities"; then
        exit "$status"
    fi ;;
esac
echo "audit: not checked: no advisory source could be reached" >&2
exit 2
