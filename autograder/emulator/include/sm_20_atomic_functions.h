// Atomic functions.
#pragma once

#include "emulator/atomics.h"
