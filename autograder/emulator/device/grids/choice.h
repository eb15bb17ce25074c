// What runs next under each policy: eager, late or random.
#pragma once

#include "device/grids/schedule.h"

namespace emu {

/// Never null; the host's fiber where nothing else can run.
Fiber* choose_next();

/// The two kinds of random choice; null where an operation has run instead of a fiber.
Fiber* choose_at_random();
Fiber* choose_by_priority();

}  // namespace emu
