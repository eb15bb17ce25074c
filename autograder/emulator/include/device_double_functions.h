// Intrinsics on double.
#pragma once

#include "emulator/float_intrinsics.h"
