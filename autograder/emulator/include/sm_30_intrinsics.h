// Warp shuffles and votes.
#pragma once

#include "emulator/warp.h"
