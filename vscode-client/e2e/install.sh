#!/bin/sh
# Installs what `npm run e2e` needs and npm's packages do not bring: code-server into a folder of its own, and as root on Debian the browser.
# usage: e2e/install.sh [FOLDER]
set -eu
folder=${1:-$HOME/.cache/puppet-check-e2e}
version=4.99.4
quiet="--no-audit --no-fund --loglevel=error"

command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || { echo "chromium is missing" >&2; exit 1; }
    apt-get install -y chromium >/dev/null 2>&1 || { apt-get update && apt-get install -y chromium; } >/dev/null
}

mkdir -p "$folder"
cd "$folder"
[ -f package.json ] || echo '{ "private": true }' >package.json
# The scripts of all its dependencies would build much that no test needs; the four modules below are enough.
npm install $quiet --ignore-scripts "code-server@$version"
npm rebuild $quiet argon2
cd node_modules/code-server/lib/vscode
npm install $quiet --omit=dev --ignore-scripts
npm rebuild $quiet @vscode/spdlog @parcel/watcher native-watchdog
echo "code-server is in $folder/node_modules/code-server"
