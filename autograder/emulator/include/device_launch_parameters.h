// threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once

#define __DEVICE_LAUNCH_PARAMETERS_H__  // programs ask whether CUDA has been included

#include "emulator/seam.h"
