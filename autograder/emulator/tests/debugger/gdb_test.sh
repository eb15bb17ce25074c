#!/usr/bin/env bash
# A breakpoint in a child's kernel stops in the thread asked for, and gdb shows line and indices.
#   gdb_test.sh EMUCC KERNEL.GDB SOURCE.cu FOLDER
set -euo pipefail
emucc=$1 script=$2 source=$3 folder=$4
command -v gdb >/dev/null || { echo "there is no gdb"; exit 77; }
"$emucc" -g -O0 -o "$folder/debugged" "$source"
said=$(gdb -q -batch -x "$script" -ex 'break-in-thread debugged.cu:6 1 5' -ex run \
  -ex where-in-grid -ex 'print threadIdx.x' -ex 'print data[13]' "$folder/debugged" 2>&1)
for expected in 'debugged.cu:6' 'block (1, 0, 0) of (2, 1, 1), thread (5, 0, 0) of (8, 1, 1)' \
  '$1 = 5' '$2 = 130'; do
  grep -qF -- "$expected" <<<"$said" || { echo "missing: $expected"; echo "$said"; exit 1; }
done
