// Cached loads and funnel shifts.
#pragma once

#include "emulator/cache_hints.h"
#include "emulator/integer_intrinsics.h"
