// cub/device/device_for.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/device_selections.h"
