// cub/util_allocator.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/allocator.h"
