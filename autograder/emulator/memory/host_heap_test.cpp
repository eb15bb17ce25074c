#include "memory/host_heap.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "memory/testing/pointers.h"

namespace emu::memory {
namespace {

void give(void* p) {
  host_forget(p);
  std::free(p);
}

TEST(HostHeap, FindsABlockByAnyOfItsBytes) {
  void* p = host_take(&std::malloc, 100, site(7));
  for (const std::size_t offset : {0, 1, 99, 100}) {
    const auto block = find_host_block(address(p) + offset);
    ASSERT_TRUE(block) << offset;
    EXPECT_EQ(block->begin, address(p));
    EXPECT_EQ(block->size, 100U);
    EXPECT_EQ(block->allocated_at, site(7));
  }
  EXPECT_FALSE(find_host_block(address(p) + 101));
  EXPECT_FALSE(find_host_block(address(&p)));
  give(p);
}

TEST(HostHeap, KnowsNothingOfWhatIsFreed) {
  void* p = host_take(&std::malloc, 100, nullptr);
  give(p);
  EXPECT_FALSE(find_host_block(address(p)));
}

TEST(HostHeap, DoesNotRelyOnABlockWhosePlaceSomebodyElseHas) {
  auto* p = static_cast<char*>(host_take(&std::malloc, 100, nullptr));
  std::memset(p, 1, 116);  // as one that the C library has freed and given to somebody else
  EXPECT_FALSE(find_host_block(address(p)));
  give(p);
}

TEST(HostHeap, ANewBlockTakesThePlaceOfThoseBefore) {
  static char pool[400];
  const auto from_pool = [](std::size_t) -> void* { return pool; };
  host_take(from_pool, 100, site(1));
  host_take(from_pool, 300, site(2));
  EXPECT_EQ(find_host_block(address(pool) + 50)->allocated_at, site(2));
  EXPECT_EQ(find_host_block(address(pool) + 50)->size, 300U);
  host_forget(pool);
}

TEST(HostHeap, ABlockIsUnwrittenUntilItIsWrittenTo) {
  auto* p = static_cast<char*>(host_take(&std::malloc, 4096, nullptr));
  const HostBlock block = *find_host_block(address(p));
  EXPECT_TRUE(is_unwritten(block, address(p), 4096));
  EXPECT_TRUE(is_unwritten(block, address(p) + 5, 100));
  EXPECT_FALSE(is_unwritten(block, address(p), 3));
  p[2000] = 0;
  EXPECT_FALSE(is_unwritten(block, address(p), 4096));
  EXPECT_TRUE(is_unwritten(block, address(p), 2000));
  give(p);
}

TEST(HostHeap, UnwrittenBytesBetweenWrittenOnesAreFound) {
  auto* p = static_cast<char*>(host_take(&std::malloc, 30, nullptr));
  std::memset(p, 1, 5);
  p[20] = 1;
  UnwrittenBytes found = next_unwritten(p, 0, 30);
  EXPECT_EQ(found.offset, 8U);  // the word that is written in part counts as written
  EXPECT_EQ(found.size, 12U);
  found = next_unwritten(p, 20, 30);
  EXPECT_EQ(found.offset, 24U);
  EXPECT_EQ(found.size, 4U);
  EXPECT_EQ(next_unwritten(p, 28, 30).size, 0U);
  give(p);
}

TEST(HostHeap, ZerosAreWritten) {
  void* p = host_take([](std::size_t size) { return std::calloc(1, size); }, 64, nullptr, false);
  EXPECT_FALSE(is_unwritten(*find_host_block(address(p)), address(p), 64));
  give(p);
}

TEST(HostHeap, TooMuchIsNull) { EXPECT_EQ(host_take(&std::malloc, PTRDIFF_MAX, nullptr), nullptr); }

}  // namespace
}  // namespace emu::memory
