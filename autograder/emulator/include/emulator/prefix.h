// What the compiler driver includes before every `.cu` file, and keeps precompiled: CUDA's own, and
// standard headers that most programs ask for, so that asking costs nothing. Only those whose names
// nvcc declares, too: after `using namespace std`, a program's own `count` or `reverse` must
// not meet the library's if the program has not included <algorithm> or <vector>.
#ifndef EMULATOR_PREFIX_H_
#define EMULATOR_PREFIX_H_

#include <string.h>  // first: emucc puts its memcpy in the place of __builtin_memcpy

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cuda_runtime.h"
#include "emulator/ptx.h"
#include "emulator/ptx_bits.h"
#include "emulator/ptx_rounded.h"

#endif  // EMULATOR_PREFIX_H_
