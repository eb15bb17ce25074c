#!/usr/bin/env bash
# Makes the Debian package, and has lintian look at it: neither errors nor warnings.
#   lintian.sh CPACK BUILD LINTIAN
set -euo pipefail
cpack=$1 build=$2 lintian=$3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$cpack" --config "$build/CPackConfig.cmake" -B "$folder" >"$folder/log" || { cat "$folder/log"; exit 1; }
package=$(find "$folder" -maxdepth 1 -name '*.deb')
"$lintian" --no-cfg --allow-root --fail-on error,warning --info "$package"

# It would have objected: without its overrides, the package has errors.
if "$lintian" --no-cfg --allow-root --no-override --fail-on error "$package" >"$folder/log" 2>&1; then
  echo "lintian does not see what the overrides are about"
  exit 1
fi
grep -q '^E: cuda-emulator: ' "$folder/log"
