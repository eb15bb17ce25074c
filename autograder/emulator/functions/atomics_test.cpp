// Atomic functions: old value out, new value in, and the access announced in its scope.
#include "emulator/atomics.h"

#include <gtest/gtest.h>

#include "emulator/synchronization.h"
#include "functions/fake_seam.h"

namespace {

TEST(Atomics, ReturnTheOldValueAndStoreTheNew) {
  fake::reset();
  int i = 5;
  EXPECT_EQ(atomicAdd(&i, 3), 5);
  EXPECT_EQ(atomicSub(&i, 10), 8);
  EXPECT_EQ(i, -2);
  EXPECT_EQ(atomicMax(&i, 1), -2);
  EXPECT_EQ(atomicMin(&i, -9), 1);
  EXPECT_EQ(atomicExch(&i, 0b1100), -9);
  EXPECT_EQ(atomicAnd(&i, 0b0110), 0b1100);
  EXPECT_EQ(atomicOr(&i, 0b0001), 0b0100);
  EXPECT_EQ(atomicXor(&i, 0b1111), 0b0101);
  EXPECT_EQ(i, 0b1010);
}

TEST(Atomics, IncrementAndDecrementWrapAtTheLimit) {
  fake::reset();
  unsigned u = 2;
  EXPECT_EQ(atomicInc(&u, 3), 2u);
  EXPECT_EQ(atomicInc(&u, 3), 3u);
  EXPECT_EQ(u, 0u);
  EXPECT_EQ(atomicDec(&u, 7), 0u);
  EXPECT_EQ(u, 7u);
  EXPECT_EQ(atomicDec(&u, 4), 7u);
  EXPECT_EQ(u, 4u);
}

TEST(Atomics, CompareAndSwapStoresOnlyOnAMatch) {
  fake::reset();
  unsigned long long l = 1ull << 40;
  EXPECT_EQ(atomicCAS(&l, 1ull, 2ull), 1ull << 40);
  EXPECT_EQ(atomicCAS(&l, 1ull << 40, 2ull), 1ull << 40);
  EXPECT_EQ(l, 2u);
  unsigned short s = 7;
  EXPECT_EQ(atomicCAS(&s, static_cast<unsigned short>(7), static_cast<unsigned short>(8)), 7);
  EXPECT_EQ(s, 8);
}

TEST(Atomics, SumsOfFloatsAndSignedOverflow) {
  fake::reset();
  float f = 1.5f;
  EXPECT_EQ(atomicAdd(&f, 2.0f), 1.5f);
  double d = 1;
  atomicAdd(&d, 0.25);
  EXPECT_EQ(d, 1.25);
  float4 v{1, 2, 3, 4};
  EXPECT_EQ(atomicAdd(&v, float4{1, 1, 1, 1}).w, 4);
  EXPECT_EQ(v.w, 5);
  int i = 0x7fffffff;
  atomicAdd(&i, 1);
  EXPECT_EQ(i, static_cast<int>(0x80000000));
}

TEST(Atomics, AnnounceAddressSizeAndScope) {
  fake::reset();
  double d = 0;
  atomicAdd_block(&d, 1.0);
  atomicAdd(&d, 1.0);
  atomicAdd_system(&d, 1.0);
  const std::vector<std::string> scopes = {"atomic block", "atomic device", "atomic system"};
  EXPECT_EQ(fake::seam().calls, scopes);
  EXPECT_EQ(fake::seam().accesses[1].address, &d);
  EXPECT_EQ(fake::seam().accesses[1].size, 8u);
}

TEST(Synchronization, GoesThroughTheSeam) {
  fake::reset();
  __syncthreads();
  EXPECT_EQ(__syncthreads_count(7), 1);
  __syncwarp();
  __threadfence_block();
  __threadfence_system();
  const std::vector<std::string> calls = {"sync_threads", "sync_threads", "sync_warp ffffffff",
                                          "fence block", "fence system"};
  EXPECT_EQ(fake::seam().calls, calls);
}

TEST(Clock, CountsCyclesOnTheDeviceAndTimeOnTheHost) {
  fake::reset();
  EXPECT_EQ(clock(), 1234);
  EXPECT_EQ(clock64(), 1234);
  fake::seam().device = false;
  const clock_t before = clock();
  volatile unsigned spin = 0;
  while (spin < 20'000'000) spin = spin + 1;
  EXPECT_GT(clock(), before);
}

}  // namespace
