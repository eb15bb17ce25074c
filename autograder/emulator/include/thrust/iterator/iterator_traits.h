// What Thrust tells of an iterator.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/iterators.h"
