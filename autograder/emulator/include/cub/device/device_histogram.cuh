// cub/device/device_histogram.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/device_folds.h"
