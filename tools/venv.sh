#!/bin/sh
# Make .venv with the given Python. Debian keeps what this needs in a package of its own: root
# gets it installed, others are told its name.
set -e
python=$1
if ! command -v "$python" >/dev/null; then
    echo "claimant needs Python 3.11 or newer; there is no '$python' here" >&2
    exit 1
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "claimant needs Python 3.11 or newer; '$python' is $("$python" -V)" >&2
    exit 1
}
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')
    if [ "$(id -u)" != 0 ]; then
        echo "This Python cannot make virtual environments. Install Debian's package $package." >&2
        exit 1
    fi
    apt-get update -qq
    apt-get install -y -qq "$package"
fi
rm -rf .venv
"$python" -m venv .venv
