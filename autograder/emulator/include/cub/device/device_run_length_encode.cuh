// cub/device/device_run_length_encode.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/device_selections.h"
