#!/usr/bin/env bash
# Configures a project in a new folder, builds it, and runs its tests.
#   run_project.sh CMAKE SOURCE BUILD GENERATOR|preset:NAME [OPTION of cmake …]
# With ONLY_BUILD=1 in the environment, nothing is run.
set -euo pipefail
cmake=$1 source=$2 build=$3 generator=$4
shift 4
ctest=$(dirname "$(command -v "$cmake")")/ctest

rm -rf "$build"
if [[ $generator == preset:* ]]; then
  cd "$source"
  "$cmake" --preset "${generator#preset:}" "$@"
else
  "$cmake" -S "$source" -B "$build" -G "$generator" "$@"
fi
"$cmake" --build "$build"
[[ -z ${ONLY_BUILD:-} ]] || exit 0
"$ctest" --test-dir "$build" --output-on-failure --no-tests=error

# What was built once is up to date: emucc has told which files it read.
"$cmake" --build "$build" | tee "$build/again.txt"
if grep -qE 'Building CUDA|emucc .*\.cu' "$build/again.txt"; then
  echo "the second build compiled something again"
  exit 1
fi
