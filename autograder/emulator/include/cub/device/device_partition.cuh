// cub/device/device_partition.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/device_selections.h"
