#!/usr/bin/env bash
# build_ahead.sh BUILD_FOLDER TARGET…: builds in the background, before a student asks for it.
#
# A program that must build meanwhile ends it: the number of its process group is in
# BUILD_FOLDER/.ahead, which is locked while the group lives and empty afterwards, so that the number
# is never another group's. Finished targets stay.
set -uo pipefail
exec </dev/null >/dev/null 2>&1
exec 8>>"$1/.ahead"
flock -n 8 || exit 0  # another one is at work
echo $$ >"$1/.ahead"
exec 9>>"$1/.lock"
flock -n 9 && ninja -C "$1" -j 1 "${@:2}"  # unless another program builds
: >"$1/.ahead"
