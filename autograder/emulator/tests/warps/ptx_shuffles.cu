// `shfl.sync` as PTX defines it: where a segment begins and which lane is its last (or, for `up`,
// its first) stand in one operand, bits 8 to 12 and 0 to 4 of it, and a predicate may tell whether
// the lane asked for was in reach. A lane that asks for one out of reach keeps its own value.
#include "../expect.h"

enum Kind { kIdx, kUp, kDown, kBfly, kKinds };

struct Shuffled {
  unsigned value, in_reach;
};

#define SHUFFLE(kind)                                                    \
  __device__ Shuffled kind(unsigned value, unsigned by, unsigned ends) { \
    Shuffled result;                                                     \
    asm volatile("{ .reg .pred p; shfl.sync." #kind                      \
                 ".b32 %0|p, %2, %3, %4, 0xffffffff;"                    \
                 " selp.u32 %1, 1, 0, p; }"                              \
                 : "=r"(result.value), "=r"(result.in_reach)             \
                 : "r"(value), "r"(by), "r"(ends));                      \
    return result;                                                       \
  }
SHUFFLE(idx)
SHUFFLE(up)
SHUFFLE(down)
SHUFFLE(bfly)

__device__ Shuffled shuffled(int kind, unsigned value, unsigned by, unsigned ends) {
  if (kind == kIdx) return idx(value, by, ends);
  if (kind == kUp) return up(value, by, ends);
  if (kind == kDown) return down(value, by, ends);
  return bfly(value, by, ends);
}

// What the operand may be: the twelve that CUDA's own functions make of their widths, and odder
// ones.
constexpr unsigned kEnds[] = {0x001f, 0x101f, 0x181f, 0x1c1f, 0x1e1f, 0x1f1f,
                              0x0000, 0x1000, 0x1800, 0x1c00, 0x1e00, 0x1f00,
                              0x0003, 0x0807, 0x1805, 0x0a15, 0xe01f, 0x2fe0};
constexpr int kOperands = sizeof kEnds / sizeof *kEnds;
constexpr unsigned kBys[] = {0, 1, 2, 3, 5, 8, 16, 31, 33};
constexpr int kDistances = sizeof kBys / sizeof *kBys;

__device__ Shuffled results[kKinds][kOperands][kDistances][32];
__constant__ unsigned ends_of[kOperands], by_of[kDistances];

__global__ void all_of_them() {
  const unsigned lane = threadIdx.x;
  for (int kind = 0; kind < kKinds; ++kind)
    for (int e = 0; e < kOperands; ++e)
      for (int b = 0; b < kDistances; ++b)
        results[kind][e][b][lane] = shuffled(kind, 100 + lane, by_of[b], ends_of[e]);
}

// PTX ISA, `shfl.sync`, as its table has it.
Shuffled promised(int kind, unsigned lane, unsigned by, unsigned ends) {
  const unsigned segment = ends >> 8 & 31, clamp = ends & 31;
  const int first = lane & segment, last = first | (clamp & ~segment), distance = by & 31;
  const int here = lane;
  int source = here;
  if (kind == kIdx) source = first | (distance & ~segment);
  if (kind == kUp) source = here - distance;
  if (kind == kDown) source = here + distance;
  if (kind == kBfly) source = here ^ distance;
  const bool in_reach = kind == kUp ? source >= last : source <= last;
  return {100u + (in_reach ? source : here), in_reach};
}

void expect_all() {
  static Shuffled seen[kKinds][kOperands][kDistances][32];
  EXPECT_EQ(cudaMemcpyToSymbol(ends_of, kEnds, sizeof kEnds), 0);
  EXPECT_EQ(cudaMemcpyToSymbol(by_of, kBys, sizeof kBys), 0);
  all_of_them<<<1, 32>>>();
  EXPECT_EQ(cudaMemcpyFromSymbol(seen, results, sizeof seen), 0);
  for (int kind = 0; kind < kKinds; ++kind)
    for (int e = 0; e < kOperands; ++e)
      for (int b = 0; b < kDistances; ++b)
        for (unsigned lane = 0; lane < 32; ++lane) {
          const Shuffled& is = seen[kind][e][b][lane];
          const Shuffled should = promised(kind, lane, kBys[b], kEnds[e]);
          if (is.value == should.value && is.in_reach == should.in_reach) continue;
          std::printf("kind %d, operand %#x, by %u, lane %u:\n", kind, kEnds[e], kBys[b], lane);
          EXPECT_EQ(is.value, should.value);
          EXPECT_EQ(is.in_reach, should.in_reach);
        }
}

// The operand as a constant of the instruction, each lane with one of its own, and lanes that have
// left.
__device__ unsigned clamped[32], whole[32], own_ends[32], of_half[32];
__global__ void some() {
  const unsigned lane = threadIdx.x, value = 100 + lane;
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0, 0xffffffff;" : "=r"(clamped[lane]) : "r"(value));
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 31, 0xffffffff;" : "=r"(whole[lane]) : "r"(value));
  const unsigned ends = lane < 16 ? 0x1807 : 0x1f00;
  asm volatile("shfl.sync.down.b32 %0, %1, 1, %2, -1;"
               : "=r"(own_ends[lane])
               : "r"(value), "r"(ends));
  if (lane >= 16) return;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 15, 0x100f, 0xffff;" : "=r"(of_half[lane]) : "r"(value));
}

void expect_some() {
  unsigned clamps[32], wholes[32], owns[32], halves[32];
  some<<<1, 32>>>();
  EXPECT_EQ(cudaMemcpyFromSymbol(clamps, clamped, sizeof clamps), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(wholes, whole, sizeof wholes), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(owns, own_ends, sizeof owns), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(halves, of_half, sizeof halves), 0);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(clamps[lane], 100 + lane);
    EXPECT_EQ(wholes[lane], 103u);
    EXPECT_EQ(owns[lane], 100 + lane + (lane < 16 && lane % 8 != 7));
    if (lane < 16) EXPECT_EQ(halves[lane], 100 + (lane ^ 15));
  }
}

int main() {
  expect_all();
  expect_some();
  return failures();
}
