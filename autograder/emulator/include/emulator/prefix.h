// What the compiler driver includes before every `.cu` file, and keeps precompiled: CUDA's own,
// then the standard headers that most programs ask for, so that asking costs nothing.
#ifndef EMULATOR_PREFIX_H_
#define EMULATOR_PREFIX_H_

#include <string.h>  // first: emucc puts its memcpy in the place of __builtin_memcpy

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "cuda_runtime.h"
#include "emulator/ptx.h"
#include "emulator/ptx_bits.h"
#include "emulator/ptx_rounded.h"

#endif  // EMULATOR_PREFIX_H_
