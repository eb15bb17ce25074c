#!/usr/bin/env bash
# Installs the emulator and moves it: what works then works wherever it lies.
#   install.sh CMAKE BUILD INSTALLED
set -euo pipefail
cmake=$1 build=$2 installed=$3

rm -rf "$installed" "$installed.first"
"$cmake" --install "$build" --component emulator --prefix "$installed.first" >/dev/null
mv "$installed.first" "$installed"

for file in bin/emucc lib/cuda-emulator/bin/nvcc lib/cuda-emulator/lib64/libcudart.so \
  lib/cmake/CudaEmulator/CudaEmulatorConfigVersion.cmake lib/pkgconfig/cuda-emulator.pc \
  share/man/man1/emucc.1.gz; do
  [[ -e $installed/$file ]] || { echo "$file is not installed"; exit 1; }
done

# Every option that emucc lists has its place in the manual.
manual=$(zcat "$installed/share/man/man1/emucc.1.gz")
"$installed/bin/emucc" --help | grep -oE '^  --?[a-zA-Z0-9-]+' | while read -r option; do
  [[ $manual == *"${option//-/\\-}"* ]] || { echo "emucc.1 does not have $option"; exit 1; }
done
