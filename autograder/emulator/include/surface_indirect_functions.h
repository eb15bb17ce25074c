// Reads and writes through surface objects.
#pragma once

#include "emulator/surface_functions.h"
