#!/bin/sh
# Prints the path of a Chromium for the browser tests. On Debian, as root, installs one when there is none.
# $CHROMIUM names one that is elsewhere.
set -eu

found() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ] && ! command -v "$CHROMIUM" >/dev/null; then
    echo "CHROMIUM is set to \"$CHROMIUM\", which is not a program." >&2
    exit 1
fi
found && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No Chromium found: installing Debian's ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -q && apt-get install -q -y --no-install-recommends chromium; } >&2
    found && exit 0
fi

cat >&2 <<'TEXT'
The browser tests need a Chromium, and none was found.
  Debian:       sudo apt-get install chromium
  Fedora:       sudo dnf install chromium
  macOS:        brew install --cask chromium
  anywhere:     make test CHROMIUM=/path/to/chromium
The tests that need no browser: .venv/bin/python -m pytest -m "not browser"
TEXT
exit 1
