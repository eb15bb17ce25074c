#pragma once

/// The sum of `value` of the lanes up to this one.
__device__ int warp_sum(int value);

extern __device__ int calls;
