// All of CUB that the emulator has.
#pragma once

#include "emulator/cub/allocator.h"
#include "emulator/cub/basics.h"
#include "emulator/cub/block_data.h"
#include "emulator/cub/block_folds.h"
#include "emulator/cub/block_sort.h"
#include "emulator/cub/device_folds.h"
#include "emulator/cub/device_selections.h"
#include "emulator/cub/device_sorts.h"
#include "emulator/cub/iterators.h"
#include "emulator/cub/warp.h"
