// Drives the compiler's hooks by hand: what is said of which accesses, and what is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/resume.h"
#include "memory/memory.h"

extern "C" {
void __tsan_read1(void*);
void __tsan_read2(void*);
void __tsan_read4(void*);
void __tsan_read8(void*);
void __tsan_write1(void*);
void __tsan_write2(void*);
void __tsan_write4(void*);
void __tsan_write8(void*);
void __tsan_write16(void*);
void __tsan_unaligned_write4(void*);
void __tsan_unaligned_read8(void*);
void __tsan_read_write4(void*);
void __tsan_volatile_read4(void*);
void __tsan_volatile_write4(void*);
void __tsan_read_range(void*, std::size_t);
void __tsan_write_range(void*, std::size_t);
void* __wrap_memcpy(void*, const void*, std::size_t);
void* __wrap_memset(void*, int, std::size_t);
std::uint32_t __tsan_atomic32_fetch_add(volatile std::uint32_t*, std::uint32_t, int);
std::uint32_t __tsan_atomic32_load(const volatile std::uint32_t*, int);
void __tsan_atomic32_store(volatile std::uint32_t*, std::uint32_t, int);
int __tsan_atomic32_compare_exchange_strong(volatile std::uint32_t*, std::uint32_t*, std::uint32_t,
                                            int, int);
}

namespace emu::checker {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What instrumented code does; a macro, so that each use has a code address of its own.
#define STORE(p, v) (__tsan_write4(p), *(p) = (v))
#define LOAD(p) (__tsan_read4(p), *(p))
#define BYTE(p, v) (__tsan_write1(p), *(p) = (v))

std::vector<cudaError_t> faults;

class Hooks : public OrderTest {
 protected:
  void SetUp() override {
    fault = [](cudaError_t error) { faults.push_back(error); };
    faults.clear();
    mark_ = diagnostics().size();
    data = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 1024, nullptr));
    fill_as_copy(data, 1024);
    mark_ = diagnostics().size();
  }
  void TearDown() override {
    set_shared(0, 0);
    OrderTest::TearDown();
  }

  /// Memory that the host has filled with cudaMemcpy, and waited for.
  static void fill_as_copy(void* p, std::size_t size) { copy(p, size, true); }
  static void copy_to_host(void* p, std::size_t size) { copy(p, size, false); }
  static void copy(void* p, std::size_t size, bool writes) {
    WorkInfo info;
    info.kind = WorkInfo::Kind::kCopy;
    info.kernel = "cudaMemcpy";
    created.push_back(work_created(info, host()));
    Work* copy = created.back();
    work_started(copy);
    Block* block = block_started(copy, {}, 1);
    resume({block_phase(block), 0}, 0, 0);
    range_access(p, size, writes, nullptr);
    work_completed(copy);
    join_on_host(copy);
  }

  void run(Position p) { resume(p, kStack, kStack + 65536); }
  void run(const Grid& g, unsigned block, unsigned thread) { run(g.at(block, thread)); }

  /// What was found since the test began, rules only; the racing store is given time to happen,
  /// and what is held back is judged.
  std::vector<std::string> rules() {
    run(now.position);
    judge();
    std::vector<std::string> list;
    for (std::size_t i = mark_; i < diagnostics().size(); ++i)
      list.push_back(diagnostics()[i].rule);
    return list;
  }
  std::string message() { return rules().empty() ? "nothing" : diagnostics()[mark_].message; }
  template <class T>
  T* shared(std::size_t size) {
    void* p = memory::allocate(memory::Kind::kShared, 0, size, nullptr);
    const auto begin = reinterpret_cast<std::uintptr_t>(p);
    set_shared(begin, begin + size);
    return static_cast<T*>(p);
  }

  static constexpr std::uintptr_t kStack = memory::kStacksBegin + (1 << 20);
  int* data = nullptr;

 private:
  std::size_t mark_ = 0;
};

using Races = Hooks;

TEST_F(Races, ThreadsOfOneBlock) {
  Grid g(host());
  run(g, 0, 3);
  const unsigned first = __LINE__ + 1;
  STORE(&data[7], 1);
  run(g, 0, 40);
  const unsigned second = __LINE__ + 1;
  STORE(&data[7], 2);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(),
              HasSubstr("block 0 thread 40 writes element 7 of the 1024-byte allocation"));
  EXPECT_THAT(message(), HasSubstr("thread 3 writes at " + std::to_string(first)));
  EXPECT_THAT(message(), HasSubstr("__syncthreads()"));
  EXPECT_EQ(diagnostics().back().where.line, second);
}

TEST_F(Races, AStoreThatChangesNothingIsNone) {
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    STORE(&data[7], 1);
  }
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, ABarrierBetween) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[7], 1);
  barrier(g.block[0], {});
  run(g, 0, 40);
  STORE(&data[7], LOAD(&data[7]) + 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, OneReadsWhatAnotherWrites) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[7], 1);
  run(g, 0, 4);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("thread 4 reads element 7"));
  EXPECT_THAT(message(), HasSubstr("__syncwarp()"));
}

TEST_F(Races, OneWritesWhatManyHaveRead) {
  Grid g(host());
  for (unsigned t = 0; t < 40; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
  }
  run(g, 0, 39);
  STORE(&data[7], 5);
  EXPECT_THAT(message(), HasSubstr("several threads read at"));
}

TEST_F(Races, OneWarpReadsThenWritesBehindItsBarrier) {
  Grid g(host());
  std::vector<Position> lanes;
  for (unsigned t = 0; t < 32; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
    lanes.push_back(g.at(0, t));
  }
  const Phase met = warp_barrier(g.block[0], 0, ~0u, lanes);
  run({met, 0});
  STORE(&data[7], 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, HalfAWarpReadsThenWritesBehindItsBarrier) {
  Grid g(host());
  std::vector<Position> lanes;
  for (unsigned t = 16; t < 32; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
    lanes.push_back(g.at(0, t));
  }
  const Phase met = warp_barrier(g.block[0], 0, 0xFFFF0000u, lanes);
  run({met, 20});
  STORE(&data[7], 1);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 2);
  LOAD(&data[7]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, BlocksOfOneGrid) {
  Grid g(host(), {}, 2);
  run(g, 0, 3);
  STORE(&data[7], 1);
  barrier(g.block[0], {});
  barrier(g.block[1], {});
  run(g, 1, 3);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("block 1 thread 3 reads"));
  EXPECT_THAT(message(), HasSubstr("block 0 thread 3 writes"));
  EXPECT_THAT(message(), HasSubstr("(M4)"));
}

TEST_F(Races, ChildReadsWhatItsParentsBlockWrites) {
  Grid parent(host());
  run(parent, 0, 40);
  const unsigned line = __LINE__ + 1;
  STORE(&data[40], 1);
  Grid child(parent.launch());
  run(child, 0, 40);
  LOAD(&data[40]);
  EXPECT_THAT(message(),
              HasSubstr("child grid work (launched at 31 by block 0 thread 0) reads element 40"));
  EXPECT_THAT(message(), HasSubstr("block 0 thread 40 writes at " + std::to_string(line)));
  EXPECT_THAT(message(),
              HasSubstr("nothing orders the write before the launch; put __syncthreads() "
                        "before line 31 (M2)"));
}

TEST_F(Races, ChildReadsWhatWasWrittenBeforeItsLaunch) {
  Grid parent(host());
  run(parent, 0, 40);
  STORE(&data[40], 1);
  barrier(parent.block[0], {});
  run(parent, 0, 0);
  STORE(&data[0], 1);
  Grid child(parent.launch());
  run(child, 0, 40);
  EXPECT_EQ(LOAD(&data[40]) + LOAD(&data[0]), 2);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, ChildReadsWhatItsLauncherWritesAfterwards) {
  Grid parent(host());
  Grid child(parent.launch());
  run(parent.after_launch);
  STORE(&data[0], 1);
  run(child, 0, 0);
  LOAD(&data[0]);
  EXPECT_THAT(message(), HasSubstr("the write comes after the launch"));
  EXPECT_THAT(message(), HasSubstr("move the write before line 31 (M2)"));
}

TEST_F(Races, TheSameWhenTheChildHasRunFirst) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 0);
  LOAD(&data[0]);
  child.end();
  run(parent, 0, 9);
  STORE(&data[0], 1);
  EXPECT_THAT(message(), HasSubstr("put __syncthreads() before line 31 (M2)"));
}

TEST_F(Races, ParentReadsItsChildsResult) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 3);
  STORE(&data[3], 1);
  child.end();
  run(parent.after_launch);
  LOAD(&data[3]);
  EXPECT_THAT(message(), HasSubstr("cudaStreamTailLaunch (M3)"));
}

TEST_F(Races, ATailReadsTheChildsResult) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 3);
  STORE(&data[3], 1);
  child.end();
  Grid tail(parent.launch(), {parent.work});
  run(tail, 0, 9);
  EXPECT_EQ(LOAD(&data[3]), 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, SiblingsInDifferentStreams) {
  Grid parent(host());
  Grid a(parent.launch()), b(parent.launch()), c(parent.launch(), {b.work});
  run(b, 0, 3);
  STORE(&data[3], 1);
  b.end();
  run(c, 0, 5);
  LOAD(&data[3]);
  EXPECT_THAT(rules(), IsEmpty());
  run(a, 0, 5);
  LOAD(&data[3]);
  EXPECT_THAT(message(), HasSubstr("(S5)"));
}

TEST_F(Races, HostReadsWithoutWaiting) {
  auto* pinned = static_cast<int*>(memory::allocate(memory::Kind::kPinned, 0, 64, nullptr));
  Grid g(host());
  run(g, 0, 3);
  STORE(&pinned[3], 1);
  g.end();
  run({block_phase(blocks), 0});
  LOAD(&pinned[3]);
  EXPECT_THAT(message(), HasSubstr("the host reads element 3 of the 64-byte pinned allocation"));
  EXPECT_THAT(message(), HasSubstr("cudaDeviceSynchronize()"));
  join_on_host(g.work);
  EXPECT_EQ(LOAD(&pinned[3]), 1);
  EXPECT_THAT(rules(), testing::SizeIs(1));
}

TEST_F(Races, HostWritesWhileAGridMayRead) {
  auto* pinned = static_cast<int*>(memory::allocate(memory::Kind::kPinned, 0, 64, nullptr));
  run({block_phase(blocks), 0});
  STORE(&pinned[3], 1);
  Grid g(host());
  run({block_phase(blocks), 0});
  STORE(&pinned[4], 1);
  run(g, 0, 3);
  EXPECT_EQ(LOAD(&pinned[3]), 1);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(&pinned[4]);
  EXPECT_THAT(message(), HasSubstr("the host makes this access after the launch"));
}

TEST_F(Races, ReadersOfManyGridsAreAllRemembered) {
  Grid parent(host());
  std::vector<Grid> readers;
  for (int i = 0; i < 5; ++i) {
    readers.emplace_back(parent.launch(), std::vector<Work*>{}, 2);
    run(readers[i], 0, 1);
    LOAD(&data[0]);
    run(readers[i], 1, 1);
    LOAD(&data[0]);
  }
  for (Grid& g : readers) g.end();
  Grid after_four(parent.launch(),
                  {readers[0].work, readers[1].work, readers[2].work, readers[3].work});
  Grid after_all(parent.launch(), {readers[0].work, readers[1].work, readers[2].work,
                                   readers[3].work, readers[4].work});
  run(after_four, 0, 0);
  STORE(&data[0], 77);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, AWriterAfterAllReadersIsFine) {
  Grid parent(host());
  std::vector<Grid> readers;
  std::vector<Work*> works;
  for (int i = 0; i < 5; ++i) {
    readers.emplace_back(parent.launch(), std::vector<Work*>{}, 2);
    run(readers[i], 0, 1);
    LOAD(&data[0]);
    run(readers[i], 1, 1);
    LOAD(&data[0]);
    readers[i].end();
    works.push_back(readers[i].work);
  }
  Grid after(parent.launch(), works);
  run(after, 0, 0);
  STORE(&data[0], 77);
  EXPECT_THAT(rules(), IsEmpty());
}

// More different sets of readers than are kept exactly: block b and its first child read cell b.
class ManyReaders : public Hooks {
 protected:
  static constexpr unsigned kCells = 12'000;

  void SetUp() override {
    Hooks::SetUp();
    cells = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, kCells * 4, nullptr));
    fill_as_copy(cells, kCells * 4);
  }
  void read_all(Grid& parent) {
    for (unsigned b = 0; b < kCells; ++b) {
      first.emplace_back(parent.launch(b));
      after_launch.push_back(parent.after_launch);
      run(first[b], 0, 3);
      LOAD(&cells[b]);
      run(after_launch[b]);
      LOAD(&cells[b]);
      first[b].end();
    }
  }
  Grid second_child(unsigned b) {
    run(after_launch[b]);
    return Grid(launched(), {first[b].work});
  }

  int* cells = nullptr;
  std::vector<Grid> first;
  std::vector<Position> after_launch;
};

TEST_F(ManyReaders, WhoAreAllInOrderRaceWithNobody) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  for (unsigned b = 0; b < kCells; ++b) {
    Grid writer = second_child(b);
    run(writer, 0, 0);
    STORE(&cells[b], 7);
    writer.end();
  }
  EXPECT_EQ(message(), "nothing");
}

TEST_F(ManyReaders, AreNotForgotten) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  Grid writer = second_child(0);
  run(writer, 0, 0);
  STORE(&cells[kCells - 1], 7);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, TheCostOfReadingDoesNotGrowWithTheGridsThatRead) {
  Grid parent(host());
  std::uint64_t first = 0, last = 0;
  for (int i = 0; i < 1000; ++i) {
    Grid g(parent.launch());
    const std::uint64_t steps = order_steps;
    run(g, 0, 0);
    for (int k = 0; k < 10; ++k) LOAD(&data[k]);
    (i < 20 ? first : last) = order_steps - steps;
    g.end();
  }
  EXPECT_LE(last, first * 2 + 10);
}

// ---- Bytes --------------------------------------------------------------------------------------

TEST_F(Races, NeighbouringBytesDoNotRace) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    BYTE(&text[t], static_cast<char>(t));
    __tsan_read1(&text[t]);
  }
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 9);
  __tsan_read1(&text[10]);
  EXPECT_THAT(message(), HasSubstr("thread 9 reads element 10"));
}

TEST_F(Races, AWordAfterItsBytes) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  run(g, 0, 1);
  BYTE(&text[1], 1);
  run(g, 0, 2);
  BYTE(&text[2], 1);
  barrier(g.block[0], {});
  run(g, 0, 0);
  STORE(&data[0], 5);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 1);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, AByteOfAWordThatAnotherWrites) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  run(g, 0, 1);
  BYTE(&text[6], 1);
  run(g, 0, 2);
  STORE(&data[1], 5);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, UnalignedAccessesTouchTheirBytesOnly) {
  auto* text = reinterpret_cast<char*>(data);
  Grid g(host());
  run(g, 0, 1);
  __tsan_unaligned_write4(text + 2);
  run(g, 0, 2);
  BYTE(&text[1], 1);
  BYTE(&text[6], 1);
  EXPECT_THAT(rules(), IsEmpty());
  __tsan_read1(&text[5]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, WideAccessesAndRanges) {
  Grid g(host());
  run(g, 0, 1);
  __tsan_write16(&data[4]);
  run(g, 0, 2);
  __tsan_read8(&data[8]);
  __tsan_write8(&data[2]);
  __tsan_read_range(&data[8], 100);
  EXPECT_THAT(rules(), IsEmpty());
  __tsan_read_range(&data[0], 20);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, MemcpyReadsAndWrites) {
  Grid g(host());
  run(g, 0, 1);
  __wrap_memset(&data[0], 0, 32);
  run(g, 0, 2);
  __wrap_memcpy(&data[100], &data[50], 40);
  EXPECT_THAT(rules(), IsEmpty());
  __wrap_memcpy(&data[200], &data[7], 40);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

// ---- Atomics ------------------------------------------------------------------------------------

using Atomics = Hooks;

void add(int* p, Scope scope = Scope::kDevice) {
  checker::atomic_access(p, 4, scope, __builtin_return_address(0), Atomic::kAdds);
  ++*p;
}

void take_maximum(int* p, int value) {
  checker::atomic_access(p, 4, Scope::kDevice, __builtin_return_address(0), Atomic::kDecides);
  *p = std::max(*p, value);
}

TEST_F(Atomics, DoNotRaceWithEachOther) {
  Grid g(host(), {}, 4);
  for (unsigned b = 0; b < 4; ++b)
    for (unsigned t = 0; t < 4; ++t) {
      run(g, b, t);
      add(&data[0]);
    }
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, RaceWithPlainReads) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  add(&data[0]);
  run(g, 1, 0);
  LOAD(&data[0]);
  EXPECT_THAT(message(), HasSubstr("block 0 thread 0 atomically updates"));
}

TEST_F(Atomics, DoNotRaceWithReadsThatOnlyHint) {
  Grid g(host(), {}, 4);
  for (int i = 0; i < 4; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    if (LOAD(&data[0]) < i) take_maximum(&data[0], i);
  }
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, RacesThatWereHeldBackStandWhereTheyWereFound) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  add(&data[0]);
  STORE(&data[1], 5);
  run(g, 1, 0);
  LOAD(&data[0]);
  STORE(&data[1], 6);
  EXPECT_THAT(rules(), testing::SizeIs(2));
  EXPECT_THAT(message(), HasSubstr("atomically updates"));
}

TEST_F(Atomics, RaceWithReadsElsewhereThatNobodyActsUpon) {
  Grid g(host(), {}, 3);
  for (int i = 0; i < 2; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    if (LOAD(&data[0]) < i + 1) take_maximum(&data[0], i + 1);
  }
  run(g, 2, 0);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Atomics, OfBlockScopeRaceBetweenBlocks) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  add(&data[0], Scope::kBlock);
  run(g, 0, 1);
  add(&data[0], Scope::kBlock);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 1, 0);
  add(&data[0], Scope::kBlock);
  EXPECT_THAT(message(), HasSubstr("_block is atomic for threads of one block only"));
}

/// Every block writes its part, one of them adds them up.
void last_block(Hooks*, Grid& g, int* data, bool with_fence) {
  for (unsigned b = 0; b < 4; ++b) {
    resume(g.at(b, 5), 0, 0);
    STORE(&data[b], 1);
    barrier(g.block[b], {});
    resume(g.at(b, 0), 0, 0);
    if (with_fence) checker::fence(Scope::kDevice);
    add(&data[100]);
    const std::vector<Position> apart{current()};
    barrier(g.block[b], apart);
  }
  resume(g.at(3, 7), 0, 0);
  for (unsigned b = 0; b < 4; ++b) LOAD(&data[b]);
}

TEST_F(Atomics, LastBlockWithAFenceIsFine) {
  Grid g(host(), {}, 4);
  last_block(this, g, data, true);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, LastBlockWithoutAFence) {
  Grid g(host(), {}, 4);
  last_block(this, g, data, false);
  EXPECT_THAT(rules(), testing::ElementsAre("missing-fence"));
  EXPECT_THAT(message(), HasSubstr("put __threadfence() between the write at line"));
  EXPECT_THAT(message(), HasSubstr("(M4)"));
}

/// The threads of a block read; `who` of them fence, then count themselves; the last of another
/// block writes.
void count_readers(Grid& g, int* data, const std::vector<unsigned>& readers,
                   const std::vector<unsigned>& who) {
  const auto fence_and_count = [&](unsigned block, unsigned thread) {
    resume(g.at(block, thread), 0, 0);
    checker::fence(Scope::kDevice);
    add(&data[100]);
  };
  for (const unsigned thread : readers) {
    resume(g.at(0, thread), 0, 0);
    LOAD(&data[0]);
  }
  for (const unsigned thread : who) fence_and_count(0, thread);
  fence_and_count(1, 0);
  STORE(&data[0], 1);
}

TEST_F(Atomics, ReadersOfManyWarpsWhoEachCountThemselvesAreBeforeTheLast) {
  Grid g(host(), {}, 2, 128);
  count_readers(g, data, {0, 32, 96}, {0, 32, 96});
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, ReadersOfOneWarpWhoEachCountThemselvesAreBeforeTheLast) {
  Grid g(host(), {}, 2, 128);
  count_readers(g, data, {40, 41, 47}, {47, 41, 40});
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, OneReaderDoesNotCountForTheOthers) {
  Grid g(host(), {}, 2, 128);
  count_readers(g, data, {0, 32, 96}, {96});
  EXPECT_THAT(message(), HasSubstr("several threads read at"));
}

TEST_F(Atomics, AVolatileFlagWithFences) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  STORE(&data[0], 42);
  checker::fence(Scope::kDevice);
  __tsan_volatile_write4(&data[1]);
  run(g, 1, 0);
  __tsan_volatile_read4(&data[1]);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, AVolatileFlagWithoutFence) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  STORE(&data[0], 42);
  __tsan_volatile_write4(&data[1]);
  run(g, 1, 0);
  __tsan_volatile_read4(&data[1]);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::SizeIs(1));
}

TEST_F(Atomics, OfTheLanguageReleaseAndAcquireByTheirOrder) {
  Grid g(host(), {}, 3);
  auto* flag = reinterpret_cast<std::uint32_t*>(&data[1]);
  run(g, 0, 0);
  STORE(&data[0], 42);
  STORE(&data[2], 42);
  __tsan_atomic32_store(flag, 1, __ATOMIC_RELEASE);
  run(g, 1, 0);
  EXPECT_EQ(__tsan_atomic32_load(flag, __ATOMIC_ACQUIRE), 1U);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, RelaxedOnesOrderNothing) {
  Grid g(host(), {}, 2);
  auto* flag = reinterpret_cast<std::uint32_t*>(&data[1]);
  run(g, 0, 0);
  STORE(&data[0], 42);
  EXPECT_EQ(__tsan_atomic32_fetch_add(flag, 1, __ATOMIC_RELAXED), 0U);
  run(g, 1, 0);
  EXPECT_EQ(__tsan_atomic32_fetch_add(flag, 1, __ATOMIC_RELAXED), 1U);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::SizeIs(1));
}

TEST_F(Atomics, CompareExchangeDoesWhatItSays) {
  auto* word = reinterpret_cast<std::uint32_t*>(&data[1]);
  *word = 5;
  std::uint32_t expected = 4;
  EXPECT_EQ(__tsan_atomic32_compare_exchange_strong(word, &expected, 9, 5, 5), 0);
  EXPECT_EQ(expected, 5U);
  EXPECT_EQ(__tsan_atomic32_compare_exchange_strong(word, &expected, 9, 5, 5), 1);
  EXPECT_EQ(*word, 9U);
}

// ---- Memory -------------------------------------------------------------------------------------

using Places = Hooks;

TEST_F(Places, ReadingWhatNobodyWrote) {
  auto* fresh = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 64, nullptr));
  Grid g(host());
  run(g, 0, 3);
  STORE(&fresh[0], 1);
  LOAD(&fresh[0]);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(&fresh[1]);
  EXPECT_THAT(rules(), testing::ElementsAre("uninitialized"));
  EXPECT_THAT(message(),
              HasSubstr("element 1 of the 64-byte allocation, which nothing has written"));
}

/// A struct of a char, a double and an int has bytes that no member is in.
TEST_F(Places, CopiesTakePaddingAlong) {
  auto* fresh = static_cast<char*>(memory::allocate(memory::Kind::kDevice, 0, 48, nullptr));
  Grid g(host());
  run(g, 0, 3);
  for (char* one = fresh; one < fresh + 48; one += 24) {
    __tsan_write1(one);
    __tsan_write8(one + 8);
    __tsan_write4(one + 16);
  }
  __tsan_read_range(fresh, 24);
  __tsan_read_range(fresh, 48);
  __tsan_read8(fresh + 16);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(reinterpret_cast<int*>(fresh + 20));  // by itself it is not padding, even now
  EXPECT_THAT(rules(), testing::ElementsAre("uninitialized"));
}

TEST_F(Places, ARangeWithAHoleIsNoPadding) {
  auto* fresh = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 64, nullptr));
  Grid g(host());
  run(g, 0, 3);
  __tsan_write_range(fresh, 24);
  __tsan_write_range(fresh + 8, 32);
  __tsan_read_range(fresh, 64);
  EXPECT_THAT(rules(), testing::ElementsAre("uninitialized"));
  EXPECT_THAT(message(), HasSubstr("element 6 of the 64-byte allocation"));
}

TEST_F(Places, TheHostMayFetchABufferThatIsPartlyFilled) {
  auto* fresh = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 64, nullptr));
  auto* other = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 64, nullptr));
  fill_as_copy(fresh, 20);
  const std::size_t before = diagnostics().size();
  copy_to_host(fresh, 64);
  copy_to_host(other, 64);
  judge();
  ASSERT_EQ(diagnostics().size(), before + 2);
  EXPECT_EQ(diagnostics()[before].severity, Severity::kWarning);
  EXPECT_THAT(diagnostics()[before].message, HasSubstr("what arrives there has no meaning"));
  EXPECT_EQ(diagnostics()[before + 1].severity, Severity::kError);
}

TEST_F(Places, SharedMemoryStartsUnwrittenInEveryBlock) {
  Grid g(host(), {}, 2);
  int* s = shared<int>(256);
  run(g, 0, 3);
  STORE(&s[1], 1);
  LOAD(&s[1]);
  EXPECT_THAT(rules(), IsEmpty());
  forget(s, 256);
  run(g, 1, 3);
  LOAD(&s[1]);
  EXPECT_THAT(rules(), testing::ElementsAre("uninitialized"));
}

TEST_F(Places, AReadThatCameTooEarlyIsNamedByItsRace) {
  auto* s = shared<int>(64);
  forget(s, 64);
  Grid g(host());
  run(g, 0, 3);
  const auto read = [s] { (void)LOAD(&s[3]); };
  read();
  run(g, 0, 40);
  STORE(&s[3], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Places, BetweenSharedVariables) {
  auto* s = shared<char>(64);
  forget(s, 64);
  mark_outside(s + 10, 22);
  shared_part = [](std::uintptr_t address) {
    const std::uintptr_t begin = now.shared_begin;
    return address < begin + 20 ? SharedPart{"first", begin, 10}
                                : SharedPart{"next", begin + 32, 32};
  };
  Grid g(host());
  run(g, 0, 3);
  BYTE(&s[9], 1);
  STORE(reinterpret_cast<int*>(s + 32), 1);
  EXPECT_THAT(rules(), IsEmpty());
  BYTE(&s[10], 1);
  EXPECT_THAT(message(), HasSubstr("1 byte, right behind the end of __shared__ variable first (10 "
                                   "bytes): check the index against the size (K13)"));
  STORE(reinterpret_cast<int*>(s + 28), 1);
  EXPECT_THAT(diagnostics().back().message,
              HasSubstr("4 bytes, 4 bytes before the beginning of __shared__ variable next (32"));
  shared_part = nullptr;
}

TEST_F(Places, ACopyOfUnwrittenBytesStaysUnwritten) {
  auto* a = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 64, nullptr));
  auto* b = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 64, nullptr));
  fill_as_copy(a, 32);
  Grid g(host());
  run(g, 0, 0);
  copy_access(b, a, 64, nullptr);
  LOAD(&b[7]);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(&b[8]);
  EXPECT_THAT(rules(), testing::ElementsAre("uninitialized"));
}

TEST_F(Places, BehindTheEnd) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[256], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("out-of-bounds"));
  EXPECT_THAT(message(), HasSubstr("4 bytes, right behind the end of the 1024-byte allocation"));
}

TEST_F(Places, BeforeTheBeginning) {
  Grid g(host());
  run(g, 0, 3);
  LOAD(&data[-1]);
  EXPECT_THAT(message(), HasSubstr("4 bytes before the beginning of the 1024-byte allocation"));
}

TEST_F(Places, AnAllocationThatIsNoMultipleOfFour) {
  auto* text = static_cast<char*>(memory::allocate(memory::Kind::kDevice, 0, 10, nullptr));
  Grid g(host());
  run(g, 0, 3);
  for (int i = 0; i < 10; ++i) BYTE(&text[i], 1);
  EXPECT_THAT(rules(), IsEmpty());
  BYTE(&text[10], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("out-of-bounds"));
  __tsan_write4(&text[8]);
  EXPECT_THAT(rules(), testing::SizeIs(2));
}

TEST_F(Places, AfterItWasFreed) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[2], 1);
  memory::release(data, memory::Kind::kDevice, nullptr);
  LOAD(&data[2]);
  EXPECT_THAT(rules(), testing::ElementsAre("use-after-free"));
}

TEST_F(Places, Misaligned) {
  Grid g(host());
  run(g, 0, 3);
  __tsan_read8(&data[1]);
  EXPECT_THAT(rules(), testing::ElementsAre("misaligned"));
  EXPECT_THAT(faults, testing::ElementsAre(cudaErrorMisalignedAddress));
}

TEST_F(Places, ItsOwnStackIsItsOwnBusiness) {
  Grid g(host());
  run(g, 0, 3);
  memory::reserve();
  auto* local = reinterpret_cast<int*>(kStack + 512);
  STORE(local, 1);
  run(g, 0, 4);
  LOAD(local);
  EXPECT_THAT(rules(), IsEmpty()) << "the same stack serves one thread after another";
}

TEST_F(Places, AnotherThreadsStack) {
  Grid g(host());
  run(g, 0, 3);
  __tsan_read4(reinterpret_cast<int*>(kStack + 65536 + 512));
  EXPECT_THAT(rules(), testing::ElementsAre("local-pointer"));
  EXPECT_THAT(faults, testing::ElementsAre(cudaErrorInvalidAddressSpace));
}

TEST_F(Places, AnotherBlocksSharedMemory) {
  Grid g(host());
  int* theirs = shared<int>(256);
  shared<int>(256);
  run(g, 0, 3);
  __tsan_read4(theirs);
  EXPECT_THAT(rules(), testing::ElementsAre("shared-pointer"));
  EXPECT_THAT(faults, testing::ElementsAre(cudaErrorInvalidAddressSpace));
}

TEST_F(Places, BehindItsOwnSharedMemory) {
  Grid g(host());
  int* mine = shared<int>(4096);
  set_shared(reinterpret_cast<std::uintptr_t>(mine), reinterpret_cast<std::uintptr_t>(mine) + 64);
  run(g, 0, 3);
  __tsan_write4(&mine[16]);
  EXPECT_THAT(message(), HasSubstr("offset 64 of its block's shared memory"));
}

TEST_F(Places, HostMemoryFromTheDevice) {
  static int variable = 0;
  static const int constant = 5;
  int local = 0;
  Grid g(host());
  run(g, 0, 3);
  __tsan_read4(const_cast<int*>(&constant));
  EXPECT_THAT(rules(), IsEmpty());
  __tsan_write4(&variable);
  EXPECT_THAT(rules(), testing::ElementsAre("host-device-access"));
  __tsan_read4(&local);
  EXPECT_THAT(rules(), testing::SizeIs(2));
  EXPECT_THAT(faults, testing::ElementsAre(cudaErrorIllegalAddress, cudaErrorIllegalAddress));
}

TEST_F(Places, NowhereAtAll) {
  Grid g(host());
  run(g, 0, 3);
  __tsan_read4(nullptr);
  EXPECT_THAT(message(), HasSubstr("null pointer"));
  __tsan_write4(reinterpret_cast<int*>(0x3210'0000'0000));
  EXPECT_THAT(rules(), testing::ElementsAre("illegal-address", "illegal-address"));
}

TEST_F(Places, DeviceMemoryFromTheHost) {
  run({block_phase(blocks), 0});
  LOAD(&data[1]);
  EXPECT_THAT(rules(), testing::ElementsAre("host-device-access"));
  EXPECT_THAT(message(), HasSubstr("the host reads element 1"));
  EXPECT_THAT(faults, IsEmpty());
}

TEST_F(Places, VariablesOfModules) {
  static int counter[4] = {1, 2, 3, 4};
  static int table[4] = {1, 2, 3, 4};
  const auto at = [](int* p) { return reinterpret_cast<std::uintptr_t>(p); };
  memory::register_variables(memory::Kind::kVariable, 0, at(counter), sizeof counter, "counter");
  memory::register_variables(memory::Kind::kConstant, 0, at(table), sizeof table, "table");
  Grid g(host());
  run(g, 0, 3);
  LOAD(&counter[1]);
  LOAD(&table[1]);
  STORE(&counter[1], 7);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 40);
  LOAD(&counter[1]);
  EXPECT_THAT(message(), HasSubstr("reads element 1 of __device__ variable counter"));
  STORE(&table[1], 7);
  EXPECT_THAT(rules(), testing::ElementsAre("race", "constant-write"));
  memory::unregister_variables(at(counter));
  memory::unregister_variables(at(table));
}

TEST_F(Places, PeersMemory) {
  auto* far = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 1, 64, nullptr));
  Grid g(host());
  now.block = nullptr;  // a device that was not there when its grid began
  run(g, 0, 3);
  __tsan_write4(far);
  EXPECT_THAT(rules(), testing::ElementsAre("peer-access"));
  EXPECT_THAT(faults, testing::ElementsAre(cudaErrorIllegalAddress));
  set_peer_access(0, 1, true);
  STORE(far, 1);
  LOAD(far);
  EXPECT_THAT(rules(), testing::SizeIs(1));
  set_peer_access(0, 1, false);
}

TEST_F(Places, ALoopCountsOneFinding) {
  Grid g(host());
  run(g, 0, 3);
  for (int i = 0; i < 100; ++i) LOAD(&data[256 + i % 8]);
  EXPECT_THAT(rules(), testing::SizeIs(1));
  EXPECT_EQ(diagnostics().back().count, 100U);
}

TEST_F(Places, TwoReasonsAtOneLineAreTwoFindings) {
  const Diagnostic late{.rule = "race",
                        .message = "too late",
                        .where = {"a.cu", 3, ""},
                        .other = {"a.cu", 9, ""},
                        .cites = "M2"};
  Diagnostic unseen = late;
  unseen.cites = "M3";
  const std::size_t before = diagnostics().size();
  for (const Diagnostic& d : {late, unseen, late}) diagnose(d);
  ASSERT_EQ(diagnostics().size(), before + 2);
  EXPECT_EQ(diagnostics()[before].count, 2U);
}

}  // namespace
}  // namespace emu::checker
