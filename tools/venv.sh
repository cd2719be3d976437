#!/bin/sh
# Create .venv with the given Python. On Debian this needs a separate package: as root it is
# installed, otherwise its name is printed.
set -e
python=$1
if ! command -v "$python" >/dev/null; then
    echo "claimant needs Python 3.11 or newer, but there is no '$python'" >&2
    exit 1
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "claimant needs Python 3.11 or newer; '$python' is $("$python" -V)" >&2
    exit 1
}
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')
    if [ "$(id -u)" != 0 ]; then
        echo "This Python cannot create virtual environments. Install Debian's package $package." >&2
        exit 1
    fi
    apt-get update -qq
    apt-get install -y -qq "$package"
fi
rm -rf .venv
"$python" -m venv .venv
