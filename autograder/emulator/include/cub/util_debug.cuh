// cub/util_debug.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/allocator.h"
