// cub/util_ptx.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/basics.h"
