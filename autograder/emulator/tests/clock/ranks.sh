#!/bin/sh
# ranks.sh RANKING CARD.csv PROGRAM [ARGUMENTS]: whether the virtual clock ranks the variants of a
# benchmark that the arguments choose as the card does (ranking.cpp). Of `variant=a,b` each gets a
# process of its own: the checker's search for what orders two accesses gets longer with all that the
# process has launched.
set -eu
ranking=$1 card=$2 program=$3
shift 3
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
variants=
for argument; do
  shift
  case $argument in
    variant=*) variants=$(echo "${argument#variant=}" | tr , ' ') ;;
    *) set -- "$@" "$argument" ;;
  esac
done
if [ -z "$variants" ]; then
  "$program" once "$@" > "$rows"
else
  for variant in $variants; do "$program" once "$@" "variant=$variant" >> "$rows"; done
fi
"$ranking" "$card" < "$rows"
