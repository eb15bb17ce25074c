#!/usr/bin/env bash
# The installed emulator with an empty environment, where neither its sources nor its build folder are.
#   isolated.sh INSTALLED PROGRAMS SOURCE BUILD
# PROGRAMS is a folder with racy.cu.
set -euo pipefail
installed=$1 programs=$2 source=$3 build=$4

bwrap --dev-bind / / true 2>/dev/null || { echo "bubblewrap does not work here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tool" "$folder/work"
cp "$programs/racy.cu" "$folder/work"

inside() {
  bwrap --dev-bind / / --bind "$installed" "$folder/tool" --tmpfs "$source" --tmpfs "$build" \
    --chdir "$folder/work" /usr/bin/env -i PATH=/usr/bin:/bin "$@"
}

inside "$folder/tool/bin/emucc" -o racy racy.cu
status=0
inside ./racy >"$folder/out" 2>"$folder/err" || status=$?
cat "$folder/err"
[[ $status == 1 && $(<"$folder/out") == "done" ]] || { echo "the program's status is $status"; exit 1; }
grep -qE '^racy\.cu:5: error: .* made at racy\.cu:11, .* writes at 6: .*\[race\]' "$folder/err" ||
  { echo "the race is not found, or in other lines"; exit 1; }
