// cub/block/block_store.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/block_data.h"
