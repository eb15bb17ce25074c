#!/usr/bin/env bash
# Gradescope runs this once, as root, when it makes the image of an assignment: installs what the
# course needs and builds it. The zip that this is in was made by `course gradescope`; it is unpacked
# in /autograder/source. Needs CMake 3.25, so choose Ubuntu 24.04 or Debian 12, or later ones.
set -euo pipefail
cd -- "${BASH_SOURCE[0]%/*}/course"
chmod +x course
# The front door installs and builds before it looks at what is to be done.
CI=true ./course grade --yes --help >/dev/null
# Checks of the instructor's own are built now, too, not again for each submission.
if [[ -d ../checks ]]; then
  empty=$(mktemp -d)
  mkdir "$empty/in"
  ./course grade "$empty/in" --out "$empty/out" --checks ../checks --no-sandbox
  rm -rf "$empty"
fi
