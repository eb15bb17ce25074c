// CUDA's mathematical functions.
#pragma once

#include "emulator/float_intrinsics.h"
#include "emulator/integer_intrinsics.h"
#include "emulator/math.h"
