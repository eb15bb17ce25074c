// The first numbers of cuRAND's device generators, for seeds, sequences and offsets near and far,
// and after jumps.
#include <curand_kernel.h>

#include "../../expect.h"

struct Start {
  unsigned long long seed, sequence, offset;
};

constexpr Start kStarts[] = {{0, 0, 0},
                             {1234, 0, 0},
                             {1234, 1, 5},
                             {1234, 1000, 1},
                             {1234, 1000, 1ULL << 35},
                             {0x123456789abcdef, 1, 1},
                             {0x123456789abcdef, 1ULL << 40, 1ULL << 35}};
constexpr int kStartCount = sizeof kStarts / sizeof kStarts[0];
constexpr int kNumbers = 4;

constexpr unsigned kXorwow[kStartCount][kNumbers] = {
    {0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd},
    {0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394},
    {0x047c6db7, 0x7307c980, 0xcca229b8, 0x22e5097a},
    {0x7c0b2706, 0xf973bba0, 0xe712224b, 0x7f02d1d1},
    {0x6a7511d1, 0xda3e79cf, 0x0af25cd8, 0xf5c69a10},
    {0x4395cedf, 0xa645739f, 0x467aa12a, 0x8690abcd},
    {0x385a2921, 0x1f6ecdb9, 0xaabbcdeb, 0x0190d904}};
constexpr unsigned kPhilox[kStartCount][kNumbers] = {
    {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e},
    {0x653d7a73, 0x1d8331c1, 0x86ff06af, 0x2c03a11b},
    {0xfa21cb6e, 0xcfbb7c31, 0xd4309cf7, 0xbcccff79},
    {0x70515617, 0x87248165, 0x10596b25, 0xa58b76cc},
    {0x6c10844b, 0x6979c717, 0x0590ff83, 0xf11fc46f},
    {0x4277bb12, 0x29306210, 0x48ae014e, 0xcda3a82c}};
constexpr unsigned kMrg32k3a[kStartCount][kNumbers] = {
    {0x2083cd07, 0x518b05c4, 0x4f26d091, 0xd36ab334},
    {0xc96891f0, 0x9650c684, 0x0cbc7881, 0x5fa111cd},
    {0x815d3185, 0x62a67c3b, 0x1911f986, 0x1d489c4a},
    {0xdb2d98bf, 0x7c1fc613, 0xe9ffd9fd, 0x4edaa58b},
    {0x5201179e, 0xc48c32ef, 0xf237e1c9, 0x78e179bb},
    {0xab74c60d, 0xa9bc6231, 0x5af06d21, 0x21d67e3a},
    {0xe2d894f4, 0xab931d12, 0xd66fc4c5, 0x0340454d}};

template <class State>
__global__ void first_numbers(const Start* starts, unsigned* numbers) {
  State state;
  const Start start = starts[threadIdx.x];
  curand_init(start.seed, start.sequence, start.offset, &state);
  for (int i = 0; i < kNumbers; ++i) numbers[threadIdx.x * kNumbers + i] = curand(&state);
}

// The same by jumps from the sequence's begin.
template <class State>
__global__ void after_jumps(const Start* starts, unsigned* numbers) {
  State state;
  const Start start = starts[threadIdx.x];
  curand_init(start.seed, start.sequence, 0, &state);
  skipahead(start.offset, &state);
  for (int i = 0; i < kNumbers; ++i) numbers[threadIdx.x * kNumbers + i] = curand(&state);
}

template <class State>
void check(const Start* starts, unsigned* numbers,
           const unsigned (&expected)[kStartCount][kNumbers]) {
  for (auto* kernel : {&first_numbers<State>, &after_jumps<State>}) {
    kernel<<<1, kStartCount>>>(starts, numbers);
    cudaDeviceSynchronize();
    for (int i = 0; i < kStartCount; ++i)
      for (int k = 0; k < kNumbers; ++k) EXPECT_EQ(numbers[i * kNumbers + k], expected[i][k]);
  }
}

// Philox gives four at once, also from the middle of a block.
__global__ void four_at_once(uint4* numbers) {
  curandStatePhilox4_32_10_t state;
  curand_init(1234, 0, 0, &state);
  for (int i = 0; i < 6; ++i) curand(&state);
  *numbers = curand4(&state);
}

__global__ void sequence_jumps(unsigned* numbers) {
  curandState xorwow;
  curandStatePhilox4_32_10_t philox;
  curandStateMRG32k3a_t mrg;
  curand_init(1234, 5, 3, &xorwow);
  curand_init(1234, 2, 0, &philox);
  curand_init(1234, 5, 3, &mrg);
  skipahead(7, &xorwow);
  numbers[0] = curand(&xorwow);
  skipahead_sequence(3, &xorwow);
  numbers[1] = curand(&xorwow);
  skipahead_sequence(998, &philox);
  skipahead(1, &philox);
  numbers[2] = curand(&philox);
  skipahead(7, &mrg);
  numbers[3] = curand(&mrg);
  skipahead_subsequence(3, &mrg);
  numbers[4] = curand(&mrg);
  skipahead_sequence(3, &mrg);
  numbers[5] = curand(&mrg);
}

int main() {
  Start* starts;
  unsigned* numbers;
  cudaMallocManaged(&starts, sizeof kStarts);
  cudaMallocManaged(&numbers, kStartCount * kNumbers * sizeof *numbers);
  for (int i = 0; i < kStartCount; ++i) starts[i] = kStarts[i];
  check<curandState>(starts, numbers, kXorwow);
  check<curandStatePhilox4_32_10_t>(starts, numbers, kPhilox);
  check<curandStateMRG32k3a_t>(starts, numbers, kMrg32k3a);

  uint4* four;
  cudaMallocManaged(&four, sizeof *four);
  four_at_once<<<1, 1>>>(four);
  cudaDeviceSynchronize();
  EXPECT_EQ(four->x, 0xfa277093);
  EXPECT_EQ(four->y, 0x147edd50);
  EXPECT_EQ(four->z, 0x3fc9c8d8);
  EXPECT_EQ(four->w, 0xfc06fa38);

  sequence_jumps<<<1, 1>>>(numbers);
  cudaDeviceSynchronize();
  const unsigned jumped[] = {0x45ebfbe1, 0x3a8181ec, 0xfa21cb6e,
                             0x3765d63c, 0x1d7a352e, 0x7b5e5ee9};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(numbers[i], jumped[i]);

  EXPECT_EQ(sizeof(curandState), 48);
  EXPECT_EQ(sizeof(curandStatePhilox4_32_10_t), 64);
  EXPECT_EQ(sizeof(curandStateMRG32k3a_t), 48);
  cudaFree(four);
  cudaFree(numbers);
  cudaFree(starts);
  return failures();
}
