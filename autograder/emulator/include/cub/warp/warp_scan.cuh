// cub/warp/warp_scan.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/warp.h"
