#!/bin/sh
# Builds every benchmark here and runs it: what the card prints goes to results/CARD-NAME.csv, from
# which `report` makes README.md's tables and the plots. For a machine with nvcc and a GPU.
#
#   ./run.sh                 all
#   ./run.sh bezier          some
#   ARCH=sm_80 CARD=a100 ./run.sh
#   RESULTS=/tmp/results ./run.sh        elsewhere; the tables and plots stay as they are
#   CUDA_VISIBLE_DEVICES=1 ./run.sh      on the second card; two_cards needs two, all others use one
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
  if [ ! -f "$name.cu" ]; then
    echo "there is no benchmark $name; there are: $(echo *.cu | sed 's/\.cu//g')" >&2
    exit 1
  fi
done
for name; do
  compile "$name" "$name" &
  if [ "$name" = mandelbrot ]; then compile mandelbrot eight_steps -DEIGHT_STEPS & fi
done
wait

measure() { # name
  "$build/$1" || return
  if [ "$1" = mandelbrot ]; then
    "$build/mandelbrot" plans && "$build/eight_steps" && "$build/mandelbrot" pool
  fi
}

# Results of an earlier run stay until the new ones are complete.
for name; do
  csv=$results/$card-$name.csv code=0
  measure "$name" > "$build/csv" || code=$?
  case $code in
    0) mv "$build/csv" "$csv" && echo "$csv" ;;
    77) echo "$name cannot run here" ;;
    *) echo "$name failed; $csv is as it was" >&2 && exit 1 ;;
  esac
done
if [ "$results" != results ]; then
  echo "not in results/, so no tables and plots"
elif command -v python3 > /dev/null; then
  python3 report --card "$card" || [ $? -eq 77 ]  # 77: no Node to draw with, as it has said
else
  echo "no python3 here: for the tables and plots, python3 lessons/benchmarks/report --card $card"
fi
