// Reads through texture objects.
#pragma once

#include "emulator/texture_functions.h"
