#!/bin/sh
# Builds every benchmark here and runs it: what the card prints goes to results/CARD-NAME.csv, from
# which README.md's tables are taken. For a machine with nvcc and a GPU.
#
#   ./run.sh                 all
#   ./run.sh bezier          some
#   ARCH=sm_80 CARD=a100 ./run.sh
set -eu
cd "$(dirname "$0")"
arch=${ARCH:-sm_90} card=${CARD:-h200} results=${RESULTS:-results}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$results"

compile() { # source, program, further flags
  source=$1 program=$2
  shift 2
  nvcc -std=c++20 -O3 -rdc=true -arch="$arch" "$@" "$source.cu" -o "$build/$program" -lcudadevrt
}

if [ $# -eq 0 ]; then
  for source in *.cu; do set -- "$@" "${source%.cu}"; done
fi
for name; do
  compile "$name" "$name" &
  if [ "$name" = mandelbrot ]; then compile mandelbrot eight_steps -DEIGHT_STEPS & fi
done
wait
for name; do
  csv=$results/$card-$name.csv
  "$build/$name" > "$csv"
  if [ "$name" = mandelbrot ]; then
    "$build/mandelbrot" plans >> "$csv"
    "$build/eight_steps" >> "$csv"
    "$build/mandelbrot" pool >> "$csv"
  fi
  echo "$csv"
done
