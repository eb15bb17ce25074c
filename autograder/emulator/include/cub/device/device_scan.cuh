// cub/device/device_scan.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/device_folds.h"
