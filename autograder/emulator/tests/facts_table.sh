#!/bin/bash
# facts_table.sh TABLE RULES CTEST BUILD SOURCES: docs/tests-of-rules.md names what there is. Every test
# that it names exists, and every rule of docs/rules.md stands in it or below it.
table=$1 rules=$2 ctest=$3 build=$4 sources=$5 wrong=0

complain() {
  echo "docs/tests-of-rules.md: $*"
  wrong=1
}

tests=$("$ctest" --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p')
rows=$(grep '^|' "$table" | grep -v '^|---' | grep -v '^| rule\|^| fact')
while read -r name; do
  case $name in
    */*) grep -qx "$name" <<< "$tests" || complain "there is no test $name" ;;
    *.*) suite=${name%.*} test=${name#*.}
         grep -rqE "^TEST(_F|_P)?\($suite, $test\)" --include='*_test.cpp' "$sources" ||
           complain "there is no unit test $name" ;;
    *) grep -q "^emulated/$name/" <<< "$tests" || complain "there is no test emulated/$name" ;;
  esac
done < <(awk -F'|' '{ print $(NF - 1) }' <<< "$rows" | grep -o '`[^`]*`' | tr -d '`' | sort -u)

# Rules that the text below the table lists, single or as "B1 to B4".
listed=$(sed -n '/^Rules without a behavior/,/^$/p' "$table" | tr '\n' ' ' |
  sed -E 's/([A-Z])([0-9]+) to \1([0-9]+)/\1 \2 \3/g' |
  awk '{ for (i = 1; i <= NF; ++i) {
           if ($i ~ /^[A-Z]$/ && $(i + 1) ~ /^[0-9]+$/)
             for (n = $(i + 1); n <= $(i + 2) + 0; ++n) print $i n
           else if (match($i, /^[A-Z][0-9]+/)) print substr($i, 1, RLENGTH) } }')
covered=$(sed -nE 's/^\| ([A-Z][0-9]+) .*/\1/p' <<< "$rows")
for rule in $(grep -oE '^\*\*[A-Z][0-9]+\.' "$rules" | tr -d '*.'); do
  grep -qx "$rule" <<< "$covered"$'\n'"$listed" || complain "rule $rule is missing"
done
for rule in $covered $listed; do
  grep -q "^\*\*$rule\.\*\*" "$rules" || complain "there is no rule $rule"
done
exit $wrong
