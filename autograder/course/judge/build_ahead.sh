#!/usr/bin/env bash
# build_ahead.sh BUILD_FOLDER TARGET…: builds while nobody waits, at the lowest priority.
#
# Whoever wants to build meanwhile ends it: the number of its process group is in BUILD_FOLDER/.ahead,
# which is locked for as long as the group lives. What it had finished stays.
set -uo pipefail
exec </dev/null >/dev/null 2>&1
exec 8>>"$1/.ahead"
flock -n 8 || exit 0  # another one is at work
echo $$ >"$1/.ahead"
exec 9>>"$1/.lock"
flock -n 9 || exit 0  # somebody builds
exec ninja -C "$1" -j 1 "${@:2}"
