// The errors of the CUDA system, which is the only one for the device.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/errors.h"
