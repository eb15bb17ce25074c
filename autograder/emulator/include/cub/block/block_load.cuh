// cub/block/block_load.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/block_data.h"
