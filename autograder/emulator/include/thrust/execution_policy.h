// thrust/execution_policy.h; which file has what is in emulator/thrust.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/policies.h"
