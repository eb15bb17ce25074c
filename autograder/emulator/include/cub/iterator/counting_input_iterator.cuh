// The iterators of CUB 2, which CUB 3 takes from Thrust.
#pragma once

#include "emulator/cub/iterators.h"
