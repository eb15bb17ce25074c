// cuRAND's host API. What it is made of: emulator/random/host_api.h.
#pragma once

#define CURAND_H_  // programs ask whether cuRAND has been included

#include "cuda_runtime.h"
#include "emulator/random/host_api.h"
