// What runs next under each policy: eager, late or random.
#pragma once

#include "device/grids/schedule.h"

namespace emu {

/// Never null; the host's fiber where nothing else can run.
Fiber* choose_next();

/// The block can run, and is not the current one: it is among those to choose from.
void list(Block& block);

}  // namespace emu
