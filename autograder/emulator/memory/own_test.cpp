#include "memory/own.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace emu::memory {
namespace {

bool is_own(const void* room) { return in_own(reinterpret_cast<std::uintptr_t>(room)); }

TEST(OwnHeap, GivesRoomThatNobodyElseHas) {
  std::set<void*> given;
  for (std::size_t size = 1; size < 5000; size += 37) {
    void* room = own_take(size);
    EXPECT_TRUE(is_own(room));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(room) % 64, 0u);
    EXPECT_TRUE(given.insert(room).second);
    std::memset(room, 0xFF, size);
  }
}

TEST(OwnHeap, GivesAgainWhatCameBack) {
  void* room = own_take(100);
  own_give(room, 100);
  EXPECT_EQ(own_take(128), room);
  EXPECT_NE(own_take(128), room);
}

TEST(OwnHeap, HoldsContainers) {
  OwnVector<int> numbers;
  for (int i = 0; i < 100'000; ++i) numbers.push_back(i);
  EXPECT_TRUE(is_own(numbers.data()));
  EXPECT_TRUE(is_own(&numbers.back()));
  EXPECT_EQ(numbers[99'999], 99'999);
}

TEST(Tables, LieInTheSameRangeAndApart) {
  auto* one = static_cast<char*>(reserve_table(5000));
  auto* other = static_cast<char*>(reserve_table(std::size_t{1} << 30));
  EXPECT_TRUE(is_own(one));
  EXPECT_GE(other, one + 5000);
  EXPECT_EQ(one[4999], 0);
  other[(std::size_t{1} << 30) - 1] = 1;
}

}  // namespace
}  // namespace emu::memory
