// cub/device/device_merge_sort.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/device_sorts.h"
