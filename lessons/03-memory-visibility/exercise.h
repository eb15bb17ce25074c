// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Fills an array in one block and doubles all of it in one child grid.
///
/// The block writes `data[i] = i`; the result is `result[i] = 2 * i`.
/// @param[out] result  n elements
/// @param n  number of elements
int fill_then_double(int* result, int n);

/// Subtracts the mean of all values from each of them.
///
/// The mean is their sum divided by n, rounded towards 0. Each parent block launches a child for
/// its share of the sum.
/// @param[out] result  n elements
/// @param values  n elements
/// @param n  number of values
/// @param blocks  number of parent blocks
int center(int* result, const int* values, int n, int blocks);

/// Does the same as center() on mapped host memory: grids work there, and nothing is copied to the
/// device.
/// @param[out] result  n elements
/// @param values  n elements
/// @param n  number of values
/// @param blocks  number of parent blocks
int center_in_host_memory(int* result, const int* values, int n, int blocks);

/// Smooths samples with weights, reading them through a texture object.
///
/// For each pass p a block writes n samples, `sample(p, i) = (7 * i + 13 * p) % 101`. A child grid
/// reads them and writes, with the pass's weights w0, w1, w2,
///
///     result[p * n + i] = w0 * sample(p, i - 1) + w1 * sample(p, i) + w2 * sample(p, i + 1)
///
/// Beyond the two ends the sample at that end is used.
/// @param[out] result  passes * n elements
/// @param weights  w0, w1, w2 of pass p are weights[3 * p], weights[3 * p + 1], weights[3 * p + 2]
/// @param passes  number of passes
/// @param n  samples per pass
int smooth(float* result, const float* weights, int passes, int n);

#ifdef __cplusplus
}
#endif
