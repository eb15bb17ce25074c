#!/bin/bash
# on_a_card.sh LIST [TABLE]: holds a real GPU to what the emulator is held to. Compiles each program
# of LIST (CMake writes it: card_programs.txt in the build folder) with nvcc, runs it, and prints those
# that fail; TABLE gets a line for every program, in Markdown. Exit 1 when one failed.
#
# A line of LIST: the file, its modes, numbers of devices, flags for nvcc and further sources, each
# list separated by commas. A mode `right` stands for all right cases of a file of the corpus.
set -uo pipefail
list=$(realpath "$1") table=${2:-/dev/null}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$table"
table=$(realpath "$table")
cd -- "$(dirname -- "${BASH_SOURCE[0]}")" || exit

devices=$(nvidia-smi --list-gpus | wc -l)
architecture=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
export work architecture

program_of() { echo "$work/${1//[\/.]/_}"; }

compile() {
  IFS='|' read -r file _ _ flags sources <<< "$1"
  # shellcheck disable=SC2086  # flags and sources are several words
  nvcc -std=c++20 -O1 --extended-lambda -rdc=true -arch="$architecture" -w ${flags//,/ } \
    -o "$(program_of "$file")" "$file" ${sources//,/ } > "$(program_of "$file").log" 2>&1
}
export -f compile program_of

cases_of() { sed -nE 's/^(PAIR|CLEAN)\(([A-Za-z0-9_]+)\).*/\2/p' "$1"; }

# The modes of a program: one empty one if it has none.
runs_of() {
  local file=$1 modes=$2
  case $modes in
    right) cases_of "$file" | sed 's/$/ right/' ;;
    '') echo ;;
    *) tr , '\n' <<< "$modes" ;;
  esac
}

# Prints STATUS|MODE|LOG.
run() {
  local log
  log=$1.${2%% *}.log
  # shellcheck disable=SC2086  # no mode is no word
  timeout 300 "$1" $2 > "$log" 2>&1
  echo "$?|$2|$log"
}
export -f run

# All runs of a program. Cases of the corpus measure no time, so that some can share the card.
run_all() {
  local at_once=1
  [ "$3" = right ] && at_once=6
  runs_of "$2" "$3" | xargs -d '\n' -P $at_once -I{} bash -c 'run "$1" "$2"' _ "$1" {}
}

# Fewer devices than the least that it is made for: nothing to say here.
needs_more() {
  local least
  least=$(tr , '\n' <<< "${1:-1}" | sort -n | head -1)
  [ "$least" -gt "$devices" ]
}

failed=0 passed=0 skipped=0
report() { printf '| `%s` | %s | %s |\n' "$1" "$2" "$3" >> "$table"; }

check() {
  local file=$1 modes=$2 program right=0 wrong='' mode
  program=$(program_of "$file")
  if needs_more "$3"; then
    skipped=$((skipped + 1))
    report "$file" "" "needs ${3%%,*} devices"
    return
  fi
  while IFS='|' read -r status mode log; do
    if [ "$status" = 0 ]; then
      right=$((right + 1))
    else
      wrong+=" ${mode:-exit} ($status)"
      echo "$file $mode:"
      head -5 "$log"
    fi
  done < <(run_all "$program" "$file" "$modes")
  if [ -z "$wrong" ]; then
    passed=$((passed + 1))
    report "$file" "$right" agrees
  else
    failed=$((failed + 1))
    report "$file" "$right" "**differs**:$wrong"
  fi
}

{
  printf '%s, driver %s, CUDA %s, %s\n\n' \
    "$(nvidia-smi --query-gpu=name --format=csv,noheader | sort | uniq -c | sed 's/^ *//' | paste -sd,)" \
    "$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)" \
    "$(nvcc --version | sed -nE 's/.*release ([0-9.]+).*/\1/p')" "$(date -u +%F)"
  echo '| program | runs | on the card |'
  echo '|---|---|---|'
} > "$table"

xargs -d '\n' -P "$(nproc)" -I{} bash -c 'compile "$1"' _ {} < "$list"
while IFS='|' read -r file modes counts _; do check "$file" "$modes" "$counts"; done < "$list"
echo "$passed programs agree, $failed differ, $skipped need more devices"
[ "$failed" = 0 ]
