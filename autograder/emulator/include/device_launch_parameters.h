// threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once

#include "emulator/seam.h"
