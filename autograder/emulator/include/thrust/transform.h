// thrust/transform.h; which file has what is in emulator/thrust.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/each.h"
