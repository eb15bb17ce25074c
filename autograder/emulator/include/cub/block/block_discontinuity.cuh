// cub/block/block_discontinuity.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/block_sort.h"
