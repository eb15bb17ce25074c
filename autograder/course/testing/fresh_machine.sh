#!/usr/bin/env bash
# The first five minutes, on a machine that has nothing: makes a Debian or an Ubuntu in a folder, clones the
# course into it and goes as far as the first verdict. As root, with network; it takes minutes, so no test
# runs it.
#
#   fresh_machine.sh CHECKOUT [--system bookworm|trixie|noble] [--compiler g++|clang] [--user root|student]
#                    [--base FOLDER]
#
# What is committed in CHECKOUT is cloned. The student may use sudo. --system: Debian 12 or 13, or Ubuntu
# 24.04. --base: what debootstrap has made before, copied instead. Ends with 0 if the verdict came within
# five minutes, asked nothing, clang++ had to do without g++ where it was asked to, and all solutions pass.
set -euo pipefail
checkout=$(cd -- "$1" && pwd)
shift
system=bookworm compiler=g++ user=student base=
while (($#)); do
  case $1 in
    --system) system=$2 ;;
    --compiler) compiler=$2 ;;
    --user) user=$2 ;;
    --base) base=$2 ;;
    *) echo "fresh_machine.sh: there is no option $1" >&2 && exit 2 ;;
  esac
  shift 2
done
if [[ $EUID -ne 0 || -z $base && -z $(command -v debootstrap) ]]; then
  echo "fresh_machine.sh: it must be root, and have debootstrap: apt-get install debootstrap" >&2
  exit 2
fi

# What is mounted below goes when this shell does.
[[ -n ${FRESH_MACHINE:-} ]] || FRESH_MACHINE=1 exec unshare --mount --pid --fork --propagation private \
  "$0" "$checkout" --system "$system" --compiler "$compiler" --user "$user" ${base:+--base "$base"}

machine=$(mktemp -d)
chmod 755 "$machine"
trap 'umount -R "$machine"/{proc,dev,checkout} 2>/dev/null; rm -rf --one-file-system "$machine"' EXIT
inside() { chroot "$machine" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb "$@"; }
as_user() { inside su - "$user" -c "cd course && $1" </dev/null; }

make_machine() {
  local options=(--variant=minbase "--include=git,ca-certificates,sudo") from=(http://deb.debian.org/debian)
  if [[ $system == noble ]]; then  # Debian has neither the script for it nor the keys
    options+=("--components=main,universe" --no-check-gpg)
    from=(http://archive.ubuntu.com/ubuntu /usr/share/debootstrap/scripts/gutsy)
  fi
  if [[ -n $base ]]; then
    cp -a "$base/." "$machine"
  else
    debootstrap "${options[@]}" "$system" "$machine" "${from[@]}" >/dev/null
  fi
  cp /etc/resolv.conf "$machine/etc/resolv.conf"
  mkdir -p "$machine/checkout"
  mount -t proc proc "$machine/proc"
  mount --rbind /dev "$machine/dev"
  mount --bind "$checkout" "$machine/checkout"
}

make_user() {
  [[ $user == root ]] && return
  inside useradd --create-home --shell /bin/bash "$user"
  echo "$user ALL=(ALL) NOPASSWD: ALL" >"$machine/etc/sudoers.d/$user"
}

clone() {
  inside git config --system --add safe.directory '*'
  local home
  home=$(inside getent passwd "$user" | cut -d: -f6)
  inside git clone -q /checkout "$home/course"
  inside chown -R "$user" "$home/course"
}

fail() {
  echo "fresh_machine.sh: $1" >&2
  exit 1
}

make_machine
make_user
clone
if [[ $compiler == clang ]]; then
  inside apt-get update -qq
  inside apt-get install -y -qq --no-install-recommends clang >/dev/null
fi

start=$SECONDS
as_user "./course --yes" || fail "./course --yes ended with $?"
echo "seconds until ./course had told where one stands: $((SECONDS - start))"
said=$(as_user "./course check 01") && fail "the skeleton of lesson 01 passes"
grep -q '^01-first-child-grid .*failed' <<<"$said" || fail "no verdict, but: $said"
took=$((SECONDS - start))
echo "seconds until the first verdict: $took"
if [[ $compiler == clang ]] && inside bash -c 'command -v g++'; then fail "g++ was installed"; fi
((took <= 300)) || fail "that is more than five minutes"
as_user "cmake --build build --target whole_solutions >/dev/null && ./course check --from build/solutions" ||
  fail "a solution does not pass"
