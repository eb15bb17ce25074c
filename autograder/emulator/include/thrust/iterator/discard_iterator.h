// thrust::discard_iterator.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/iterators.h"
#include "emulator/thrust/tuples.h"
