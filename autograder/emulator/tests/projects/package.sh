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
  grep -vE ' \./usr/lib/[a-z0-9_]+-linux-gnu[a-z0-9]*/(pkgconfig/.*)?$' |
  grep -vE ' \./usr/(bin/(emucc.*)?|lib/$|lib/(cuda-emulator|cmake|pkgconfig)/|share/)'; then
  echo "the package has files in other places"
  exit 1
fi

# It is installed and removed as packages are, into a folder in which dpkg knows no other.
as_root=()
[[ $EUID == 0 ]] || as_root=(unshare --user --map-root-user)
mkdir -p "$folder"/system/var/lib/dpkg/{info,updates,triggers}
touch "$folder/system/var/lib/dpkg/status"
dpkg_there=("${as_root[@]}" dpkg --root="$folder/system" --log=/dev/null --force-depends --force-script-chrootless)
"${dpkg_there[@]}" --install "$package" 2>"$folder/log" || { cat "$folder/log"; exit 1; }
[[ -x $folder/system/usr/bin/emucc ]]
PKG_CONFIG_LIBDIR=$(dirname "$(find "$folder/system/usr" -name cuda-emulator.pc)") \
  pkg-config --variable=emucc cuda-emulator | xargs test -x
"${dpkg_there[@]}" --purge cuda-emulator 2>"$folder/log" || { cat "$folder/log"; exit 1; }
left=$(find "$folder/system" -path '*/var/lib/dpkg' -prune -o ! -type d -print)
[[ -z $left ]] || { echo "removed, the package leaves $left"; exit 1; }

dpkg-deb --extract "$package" "$folder/root"
[[ -z $(find "$folder/root" -perm /022 ! -type l) ]] || { echo "others may write its files"; exit 1; }
"$folder/root/usr/bin/emucc" -o "$folder/racy" "$programs/racy.cu"
if "$folder/racy" 2>"$folder/found"; then exit 1; fi
grep -q '\[race\]' "$folder/found"
