// Writes the token into a page after the caller's array, where the runner writes it at the end. It exits
// before the emulator can report a write beyond an array.
#include <unistd.h>

#include <cstddef>
#include <cstdint>

SOLUTION_BUT(claim_groups)

constexpr std::size_t kPage = 4096;

__global__ void write_beyond(int* array, int n) { array[n] = n; }

// Behind the array's one page lie an empty one, that of the token, two empty ones, the header's.
extern "C" int claim_groups(int* owner, int n, int k) {
  DeviceArray<int> device;
  TRY(cudaMalloc(&device.data, sizeof(int)));
  write_beyond<<<1, 1>>>(device.data, 1);
  TRY(cudaDeviceSynchronize());
  const int result = solved_claim_groups(owner, n, k);
  const auto end = reinterpret_cast<std::uintptr_t>(owner + n);
  if (sizeof(int) * n <= kPage && end % kPage == 0) {
    auto* header = reinterpret_cast<std::uint64_t*>(end + 4 * kPage);
    header[0] = header[1] = *reinterpret_cast<std::uint64_t*>(end + kPage);
    _exit(0);
  }
  return result;
}
