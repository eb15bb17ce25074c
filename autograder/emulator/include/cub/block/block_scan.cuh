// cub/block/block_scan.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/block_folds.h"
