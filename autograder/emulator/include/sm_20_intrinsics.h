// Fences, barriers with votes, pointer spaces.
#pragma once

#include "emulator/address_spaces.h"
#include "emulator/float_intrinsics.h"
#include "emulator/synchronization.h"
#include "emulator/warp.h"
