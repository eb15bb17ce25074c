// thrust/universal_vector.h; which file has what is in emulator/thrust.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/memory.h"
#include "emulator/thrust/tuples.h"
