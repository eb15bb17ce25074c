#pragma once

__global__ void blur(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  float sum = 0;
  int count = 0;
  for (int j = max(i - RADIUS, 0); j <= min(i + RADIUS, n - 1); ++j) {
    sum += in[j];
    ++count;
  }
  out[i] = sum / count;
}
