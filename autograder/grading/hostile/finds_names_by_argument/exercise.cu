// Never names the emulator: the compiler finds one of its functions by an argument's type. That function
// places a shared variable over the checker's on/off switch.
SOLUTION_BUT(claim_groups)

#include "../parts/switch_of_the_checker.cu"

__shared__ int any;  // its type is the emulator's

// What it converts to is asked of it by the function that is found.
struct Place {
  char* at;
  template <class T>
  operator T&() const {
    return *reinterpret_cast<T*>(at);
  }
};
template <class>
struct OfEmulator : Place {};
using Key = OfEmulator<decltype(any)>;

// Addresses of shared memory end with the alignment's zeros: so the switch becomes 0.
__global__ void off(char* to) {
  Key at;
  at.at = to;
  place_shared(at, 16, 4096);
}
// Behind another variable it becomes 0x90.
__global__ void on(char* to) {
  alignas(16) static char slot[64];
  Key first, at;
  first.at = slot;
  at.at = to;
  place_shared(first, 16, 16);
  place_shared(at, 16, 16);
}

// Reads beyond the array; what it reads decides nothing.
__global__ void peek(int* data, int n) {
  if (data[n + 3] == -7777777) data[0] = 1;
}

extern "C" int claim_groups(int* owner, int n, int k) {
  DeviceArray<int> device;
  TRY(cudaMalloc(&device.data, sizeof(int) * n));
  TRY(cudaMemset(device.data, 0, sizeof(int) * n));
  TRY(cudaDeviceSynchronize());
  off<<<1, 1>>>(switch_of_the_checker());
  peek<<<1, 1>>>(device.data, n);
  on<<<1, 1>>>(switch_of_the_checker());
  TRY(cudaDeviceSynchronize());
  return solved_claim_groups(owner, n, k);
}
