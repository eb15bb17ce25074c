// cub/block/block_exchange.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/block_data.h"
