// Has an operator return a large struct over the switch of the checker: nobody tells the checker where it goes.
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

struct Words { long value[3]; };
static_assert(sizeof(Words) == 24);
__attribute__((noinline)) Words operator+(const Words& a, int) { return a; }
void set_checker(char on) {
  char* const to = switch_of_the_checker() - 23;
  __builtin_va_list kept;
  __builtin_va_copy(kept, *reinterpret_cast<__builtin_va_list*>(to));
  reinterpret_cast<volatile char*>(&kept)[23] = on;
  *reinterpret_cast<Words*>(to) = *reinterpret_cast<Words*>(&kept) + 0;
}
