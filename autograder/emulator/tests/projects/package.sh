#!/usr/bin/env bash
# Makes the Debian package, unpacks it into an empty folder, and uses it there.
#   package.sh CPACK BUILD PROGRAMS
# PROGRAMS is a folder with racy.cu.
set -euo pipefail
cpack=$1 build=$2 programs=$3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$cpack" --config "$build/CPackConfig.cmake" -B "$folder" >"$folder/log" || { cat "$folder/log"; exit 1; }
package=$(find "$folder" -maxdepth 1 -name '*.deb')
dpkg-deb --info "$package"

for field in 'Package: cuda-emulator' 'Depends: .*libdw1' 'Depends: .*g\+\+' 'Section: devel' 'Maintainer: .*@'; do
  dpkg-deb --field "$package" | grep -qE "^$field" || { echo "the package has no field $field"; exit 1; }
done
# Nothing runs when it is installed, and nothing lies where other packages have files.
[[ $(dpkg-deb --ctrl-tarfile "$package" | tar -t | grep -cE 'inst$|rm$') == 0 ]]
if dpkg-deb --contents "$package" | grep -vE ' \./(usr/?)?$' |
  grep -vE ' \./usr/(bin/(emucc.*)?|lib/$|lib/(cuda-emulator|cmake|pkgconfig)/|share/)'; then
  echo "the package has files in other places"
  exit 1
fi

dpkg-deb --extract "$package" "$folder/root"
[[ -z $(find "$folder/root" -perm /022 ! -type l) ]] || { echo "others may write its files"; exit 1; }
"$folder/root/usr/bin/emucc" -o "$folder/racy" "$programs/racy.cu"
if "$folder/racy" 2>"$folder/found"; then exit 1; fi
grep -q '\[race\]' "$folder/found"
