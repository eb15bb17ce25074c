// cub/block/block_histogram.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/block_sort.h"
