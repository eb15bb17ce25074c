// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// One block fills data[i] = i, one child grid doubles all of it: result[i] = 2 * i.
int fill_then_double(int* result, int n);

/// Subtracts the mean of n values (their sum divided by n, rounded towards 0) from each of them.
/// Each of `blocks` parent blocks launches a child for its share of the sum.
int centre(int* result, const int* values, int n, int blocks);

/// The same on mapped host memory: the grids work in the host's memory, no copy to the device.
int centre_in_host_memory(int* result, const int* values, int n, int blocks);

/// For each pass p a block writes n samples, sample(p, i) = (7 * i + 13 * p) % 101, and a child
/// grid that reads them through a texture object writes the weighted sums
///   result[p * n + i] = w0 * sample(p, i - 1) + w1 * sample(p, i) + w2 * sample(p, i + 1)
/// with the pass's weights w0, w1, w2 = weights[3 * p], weights[3 * p + 1], weights[3 * p + 2].
/// Beyond the two ends the sample at that end is used. `result` has passes * n elements.
int smooth(float* result, const float* weights, int passes, int n);

#ifdef __cplusplus
}
#endif
