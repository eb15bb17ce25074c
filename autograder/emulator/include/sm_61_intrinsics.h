// Dot products of packed integers.
#pragma once

#include "emulator/integer_intrinsics.h"
