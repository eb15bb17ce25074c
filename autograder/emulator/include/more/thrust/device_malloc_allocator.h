// thrust/device_malloc_allocator.h; which file has what is in emulator/thrust.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/memory.h"
