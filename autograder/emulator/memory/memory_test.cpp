#include "memory/memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "memory/testing/pointers.h"
#include "memory/zones.h"

namespace emu::memory {
namespace {

class Memory : public testing::Test {
 protected:
  void SetUp() override { reserve(); }
};

TEST_F(Memory, AllocationsLieInTheArenaAlignedAndApart) {
  auto* a = static_cast<char*>(allocate(Kind::kDevice, 0, 100, nullptr));
  auto* b = static_cast<char*>(allocate(Kind::kDevice, 0, 100, nullptr));
  EXPECT_TRUE(in_arena(a));
  EXPECT_FALSE(in_stacks(a));
  EXPECT_EQ(address(a) % 256, 0U);
  EXPECT_GE(b - a, 100 + 256);
  std::memset(a, 7, 100);
  EXPECT_EQ(a[99], 7);
}

TEST_F(Memory, AsMuchStaysUnusedBehindAnAllocationAsItHas) {
  for (const Kind kind : {Kind::kDevice, Kind::kManaged, Kind::kPinned}) {
    const auto a = address(allocate(kind, 1, 1 << 20, nullptr));
    const auto b = address(allocate(kind, 1, 4, nullptr));
    const auto c = address(allocate(kind, 1, 4, nullptr));
    EXPECT_GE(b, a + (2 << 20));
    EXPECT_GE(c, b + 4096);
  }
  const auto first = address(allocate(Kind::kHeap, 1, 256, nullptr));
  EXPECT_GE(address(allocate(Kind::kHeap, 1, 16, nullptr)), first + 512);
}

TEST_F(Memory, RedZonesBecomeSmallBeforeRoomGetsScarce) {
  std::size_t all = 0;
  while (allocate(Kind::kDevice, 4, 16 << 20, nullptr) != nullptr) all += 16 << 20;
  EXPECT_GE(all, std::size_t{8} << 30);
}

TEST_F(Memory, ReservingTwiceIsFine) { reserve(); }

TEST_F(Memory, TheDeviceIsTheAddressZone) {
  for (int d : {0, 1, 15}) {
    EXPECT_EQ(device_of(address(allocate(Kind::kDevice, d, 8, nullptr))), d);
    EXPECT_EQ(device_of(address(allocate(Kind::kHeap, d, 8, nullptr))), d);
  }
  EXPECT_TRUE(in_host_zone(address(allocate(Kind::kPinned, 0, 8, nullptr))));
  EXPECT_TRUE(in_shared(address(allocate(Kind::kShared, 0, 8, nullptr))));
  EXPECT_EQ(allocate(Kind::kDevice, 16, 8, nullptr), nullptr);
  EXPECT_EQ(allocate(Kind::kDevice, -1, 8, nullptr), nullptr);
}

TEST_F(Memory, AZoneThatIsFullGivesNull) {
  EXPECT_EQ(allocate(Kind::kDevice, 3, std::size_t{11} << 30, nullptr), nullptr);
  EXPECT_NE(allocate(Kind::kDevice, 3, std::size_t{9} << 30, nullptr), nullptr);
  EXPECT_EQ(allocate(Kind::kDevice, 3, std::size_t{9} << 30, nullptr), nullptr);
  EXPECT_EQ(allocate(Kind::kDevice, 3, ~std::size_t{0}, nullptr), nullptr);
}

TEST_F(Memory, FindKnowsInsideAndNear) {
  const auto begin = address(allocate(Kind::kDevice, 0, 40, site(5)));
  EXPECT_EQ(find(begin)->begin, begin);
  EXPECT_EQ(find(begin + 39)->begin, begin);
  EXPECT_EQ(find(begin + 40), nullptr);
  EXPECT_EQ(find(begin + 40, true)->begin, begin);
  EXPECT_EQ(find(begin - 4, true)->begin, begin);
  EXPECT_EQ(find(begin)->allocated_at, site(5));
}

TEST_F(Memory, FreedMemoryIsRememberedAndNotUsedAgainAtOnce) {
  void* a = allocate(Kind::kDevice, 0, 64, site(1));
  EXPECT_TRUE(release(a, Kind::kDevice, site(2)));
  EXPECT_FALSE(release(a, Kind::kDevice, site(3))) << "a second free";
  const Allocation* freed = find(address(a));
  ASSERT_NE(freed, nullptr);
  EXPECT_FALSE(freed->live);
  EXPECT_EQ(freed->freed_at, site(2));
  EXPECT_NE(allocate(Kind::kDevice, 0, 64, nullptr), a);
}

TEST_F(Memory, ReleaseWantsTheBeginningAndTheKind) {
  auto* a = static_cast<char*>(allocate(Kind::kHeap, 0, 64, nullptr));
  EXPECT_FALSE(release(a + 8, Kind::kHeap, nullptr));
  EXPECT_FALSE(release(a, Kind::kDevice, nullptr));
  EXPECT_FALSE(release(&a, Kind::kDevice, nullptr));
  EXPECT_TRUE(release(a, Kind::kHeap, nullptr));
}

TEST_F(Memory, ALoopOfAllocationsUsesAddressesAgain) {
  std::uintptr_t lowest = ~std::uintptr_t{0}, highest = 0;
  for (int i = 0; i < 1000; ++i) {
    void* p = allocate(Kind::kDevice, 1, 1 << 20, nullptr);
    lowest = std::min(lowest, address(p));
    highest = std::max(highest, address(p));
    ASSERT_TRUE(release(p, Kind::kDevice, nullptr));
  }
  EXPECT_LT(highest - lowest, std::size_t{80} << 20);
}

TEST_F(Memory, UsedCountsLiveBytes) {
  const std::size_t before = used(Kind::kHeap, 2);
  void* a = allocate(Kind::kHeap, 2, 100, nullptr);
  EXPECT_EQ(used(Kind::kHeap, 2), before + 100);
  release(a, Kind::kHeap, nullptr);
  EXPECT_EQ(used(Kind::kHeap, 2), before);
}

TEST_F(Memory, VariablesAreFoundByAddress) {
  static int table[8];
  register_variables(Kind::kVariable, 0, address(table), sizeof table, "table");
  EXPECT_STREQ(find(address(&table[7]))->name, "table");
  EXPECT_EQ(find(address(table) + sizeof table), nullptr);
  unregister_variables(address(table));
  EXPECT_EQ(find(address(table)), nullptr);
}

TEST_F(Memory, ASealTellsWhatWasWrittenBehindAnEnd) {
  for (const Kind kind : {Kind::kDevice, Kind::kHeap, Kind::kPinned, Kind::kManaged}) {
    auto* a = static_cast<char*>(allocate(kind, 0, 70, nullptr));
    const Allocation& allocation = *find(address(a));
    std::memset(a, 1, 70);
    EXPECT_EQ(overrun(allocation), 0u);
    a[72] = 1;
    EXPECT_EQ(overrun(allocation), 3u);
    release(a, kind, nullptr);
  }
}

TEST_F(Memory, ASealIsWholeInTheNextLife) {
  for (int i = 0; i < 2000; ++i) {
    auto* a = static_cast<char*>(allocate(Kind::kDevice, 0, 1 << 20, nullptr));
    ASSERT_EQ(overrun(*find(address(a))), 0u);
    a[1 << 20] = 1;
    release(a, Kind::kDevice, nullptr);
  }
}

TEST_F(Memory, EachLiveVisitsWhatWasNotFreed) {
  void* kept = allocate(Kind::kPinned, 0, 12, nullptr);
  void* freed = allocate(Kind::kPinned, 0, 13, nullptr);
  release(freed, Kind::kPinned, nullptr);
  std::vector<std::uintptr_t> seen;
  each_live([](const Allocation& a,
               void* out) { static_cast<std::vector<std::uintptr_t>*>(out)->push_back(a.begin); },
            &seen);
  EXPECT_NE(std::find(seen.begin(), seen.end(), address(kept)), seen.end());
  EXPECT_EQ(std::find(seen.begin(), seen.end(), address(freed)), seen.end());
}

}  // namespace
}  // namespace emu::memory
