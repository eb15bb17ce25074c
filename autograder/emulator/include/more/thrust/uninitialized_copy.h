// thrust/uninitialized_copy.h; which file has what is in emulator/thrust.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/copy.h"
