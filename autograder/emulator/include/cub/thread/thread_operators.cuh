// cub/thread/thread_operators.cuh; which file has what is in emulator/cub.
#pragma once

#include "emulator/cub/basics.h"
