// Solves the exercise, and once has a kernel read out of bounds while the checker is switched off: only
// who can write to its switch gets full marks.
SOLUTION_BUT(claim_groups)

#include "../parts/switch_of_the_checker.cu"

void set_checker(char on);

// Reads beyond the array; what it reads decides nothing.
__global__ void peek(int* data, int n) {
  if (data[n + 3] == -7777777) data[0] = 1;
}

extern "C" int claim_groups(int* owner, int n, int k) {
  static bool has_peeked = false;
  if (has_peeked) return solved_claim_groups(owner, n, k);
  has_peeked = true;
  DeviceArray<int> device;
  TRY(cudaMalloc(&device.data, sizeof(int) * n));
  TRY(cudaMemset(device.data, 0, sizeof(int) * n));
  TRY(cudaDeviceSynchronize());
  set_checker(0);
  peek<<<1, 1>>>(device.data, n);
  const cudaError_t error = cudaDeviceSynchronize();
  set_checker(1);
  TRY(error);
  return solved_claim_groups(owner, n, k);
}
