// cub/warp/warp_reduce.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/warp.h"
