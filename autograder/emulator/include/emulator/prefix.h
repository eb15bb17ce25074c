// What the compiler driver includes before every `.cu` file, and keeps precompiled: CUDA's own, then
// the standard headers that most programs ask for, so that asking costs nothing.
#pragma once

#include "cuda_runtime.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
