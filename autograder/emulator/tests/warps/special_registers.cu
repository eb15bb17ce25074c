// PTX's special registers of the block in shared memory (h200-facts 1): %dynamic_smem_size is what
// the launch of this grid asked for, %total_smem_size that and what the kernel declares, rounded up
// to 128 bytes; %aggr_smem_size is not rounded and counts CUDA's own 1,024 bytes. A child has its
// own. %nsmid and %nwarpid are the same everywhere.
#include "../expect.h"

struct Seen {
  unsigned dynamic, total, all, multiprocessors, warps, multiprocessor;
};

template <int kOwn>
__device__ void declare() {
  __shared__ char own[kOwn];
  own[threadIdx.x % kOwn] = 1;
}
template <>
__device__ void declare<0>() {}

template <int kOwn>
__global__ void look(Seen* seen, int child_shared) {
  declare<kOwn>();
  Seen mine;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(mine.dynamic));
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(mine.total));
  asm("mov.u32 %0, %%aggr_smem_size;" : "=r"(mine.all));
  asm("mov.u32 %0, %%nsmid;" : "=r"(mine.multiprocessors));
  asm("mov.u32 %0, %%nwarpid;" : "=r"(mine.warps));
  asm("mov.u32 %0, %%smid;" : "=r"(mine.multiprocessor));
  *seen = mine;
  if (child_shared >= 0) look<kOwn><<<1, 1, child_shared>>>(seen + 1, -1);
}

template <int kOwn>
void expect_seen(int dynamic) {
  constexpr unsigned kChild = 2000;
  Seen* seen = nullptr;
  EXPECT_EQ(cudaMallocHost(&seen, 2 * sizeof(Seen)), 0);
  look<kOwn><<<1, 1, dynamic>>>(seen, kChild);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  const unsigned shared[] = {static_cast<unsigned>(dynamic), kChild};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(seen[i].dynamic, shared[i]);
    EXPECT_EQ(seen[i].total, (shared[i] + kOwn + 127) / 128 * 128);
    EXPECT_EQ(seen[i].all, shared[i] + kOwn + 1024);
    EXPECT_EQ(seen[i].warps, 64u);
    EXPECT(seen[i].multiprocessor < seen[i].multiprocessors);
  }
  EXPECT_EQ(cudaFreeHost(seen), 0);
}

int main() {
  for (const int dynamic : {0, 1, 100, 128, 129, 1000, 40000}) {
    expect_seen<0>(dynamic);
    expect_seen<400>(dynamic);
    expect_seen<1024>(dynamic);
  }
  return failures();
}
