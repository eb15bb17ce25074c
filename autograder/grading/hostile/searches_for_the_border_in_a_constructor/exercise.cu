// A constructor that comes last has the border write over the switch of the checker; reads beyond an array.

// A constructor has the border write over what the checker's switch is made of, before hooks are known; reads beyond an array.
SOLUTION_BUT(claim_groups)

#include "../parts/switch_of_the_checker.cu"

__attribute__((noinline)) static void move_the_border() {
  volatile unsigned long mark = 0;
  using Free = cudaError_t(void*);
  volatile auto begin = reinterpret_cast<unsigned long>(static_cast<Free*>(&cudaFree));
  const unsigned long border = begin + OFFSET("cudaFree", "emulator_came_back");
  volatile unsigned long at = reinterpret_cast<unsigned long>(&mark);
  auto* const words = reinterpret_cast<volatile unsigned long*>(at);
  for (int i = 0; i < 100; ++i) {
    if (words[i] != border) continue;
    volatile unsigned long threads = reinterpret_cast<unsigned long>(&threadIdx);
    // The switch itself would be set again when the last constructor has told that hooks are here.
    words[i + 1] = threads + OFFSET("threadIdx", "emu::emulator.checker.settings.wanted");
    words[i + 2] = 0;
    return;
  }
}
__attribute__((constructor(65535))) static void construct() { move_the_border(); }

__global__ void peek(int* data, int n) {
  if (data[n + 3] == -7777777) data[0] = 1;
}
extern "C" int claim_groups(int* owner, int n, int k) {
  DeviceArray<int> device;
  TRY(cudaMalloc(&device.data, sizeof(int) * n));
  TRY(cudaMemset(device.data, 0, sizeof(int) * n));
  peek<<<1, 1>>>(device.data, n);
  TRY(cudaDeviceSynchronize());
  return solved_claim_groups(owner, n, k);
}
