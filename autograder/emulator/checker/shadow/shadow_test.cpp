// Shadow memory by itself: cells of single bytes in all their forms, and what they cost.
#include <algorithm>
#include <numeric>
#include <random>

#include "checker/hooks_fixture.h"
#include "checker/shadow/bytes.h"

namespace emu::checker {
namespace {

class Shadow : public Hooks {
 protected:
  static constexpr std::size_t kSize = 16 << 10;
  void SetUp() override {
    Hooks::SetUp();
    allocation_ = memory::allocate(memory::Kind::kDevice, 0, kSize + 1024, nullptr);
    const auto begin = reinterpret_cast<std::uintptr_t>(allocation_);
    place = reinterpret_cast<char*>((begin + 1023) & ~std::uintptr_t{1023});  // whole patches
  }
  void TearDown() override {
    memory::release(allocation_, memory::Kind::kDevice, nullptr);
    Hooks::TearDown();
  }
  Cell& cell(std::size_t offset = 0) { return *arena_cell(address(offset)); }
  std::uintptr_t address(std::size_t offset) {
    return reinterpret_cast<std::uintptr_t>(place) + offset;
  }
  char* place = nullptr;

 private:
  void* allocation_ = nullptr;
};

Cell by(Phase phase, std::uint32_t thread, std::uint64_t site = 7) {
  return {.write = make_stamp(phase, thread) | site << kWhoBits, .read = 0};
}

TEST_F(Shadow, BytesThatDifferByThreadAreNarrow) {
  for (unsigned b = 0; b < 4; ++b) set_byte(cell(), b, by(9, 1000 + b));
  EXPECT_TRUE(is_narrow(cell()));
  for (unsigned b = 0; b < 4; ++b) EXPECT_EQ(byte_cell(cell(), b), by(9, 1000 + b));
}

TEST_F(Shadow, BytesThatAgreeAreAGranule) {
  for (unsigned b = 0; b < 4; ++b) {
    EXPECT_EQ(is_split(cell()), b > 0);
    set_byte(cell(), b, by(9, 3));
  }
  EXPECT_EQ(cell(), by(9, 3));
  set_byte(cell(), 2, by(9, 3));
  EXPECT_FALSE(is_split(cell()));
}

TEST_F(Shadow, ReadersAndWritersAreKeptApart) {
  const Stamp set = make_stamp(kPhaseMask - 5, 0, Level::kSet) | kAtomic;
  const Cell one{.write = make_stamp(9, 1023) | kBlockScope | kAtomic, .read = set};
  const Cell other{.write = kOutside, .read = make_stamp(8, 33, Level::kGroup)};
  set_byte(cell(), 3, one);
  set_byte(cell(), 0, other);
  EXPECT_EQ(byte_cell(cell(), 3), one);
  EXPECT_EQ(byte_cell(cell(), 0), other);
  EXPECT_EQ(byte_cell(cell(), 1), Cell{});
}

TEST_F(Shadow, KindsThatNobodyHasGiveWay) {
  for (Phase phase = 2; phase < 5000; ++phase) {
    set_byte(cell(), 1, by(phase, 5));
    set_byte(cell(4), phase & 3, by(phase, 6));
    ASSERT_TRUE(is_narrow(cell()) && is_narrow(cell(4)));
    ASSERT_EQ(byte_cell(cell(), 1), by(phase, 5));
    ASSERT_EQ(byte_cell(cell(4), phase & 3), by(phase, 6));
  }
}

/// More kinds in one patch than it has numbers for.
void crowd(char* place) {
  for (std::size_t i = 0; i < 1024; ++i)
    set_byte(*arena_cell(reinterpret_cast<std::uintptr_t>(place + i)), i & 3,
             by(static_cast<Phase>(2 + i), 1));
}

TEST_F(Shadow, CrowdedPatchesHaveWideCells) {
  crowd(place);
  std::size_t wide = 0;
  for (std::size_t i = 0; i < 1024; ++i) {
    ASSERT_EQ(byte_cell(cell(i), i & 3), by(static_cast<Phase>(2 + i), 1));
    wide += (i & 3) == 0 && is_split(cell(i)) && !is_narrow(cell(i));
  }
  EXPECT_GT(wide, 150U);
  EXPECT_LT(wide, 210U);
}

TEST_F(Shadow, WideCellsAreJoinedAndUsedAgain) {
  crowd(place);
  const std::uint64_t most = most_wide_cells();
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t i = 0; i < 1024; ++i) set_byte(cell(i), i & 3, by(4000, 1));
    for (std::size_t i = 0; i < 1024; ++i) ASSERT_EQ(cell(i), by(4000, 1));
    crowd(place);
  }
  EXPECT_EQ(most_wide_cells(), most);
}

TEST_F(Shadow, ClearingGivesWideCellsBack) {
  constexpr std::size_t kLarge = 4 << 20;  // cells of so much go back to the system
  auto* large = static_cast<char*>(memory::allocate(memory::Kind::kDevice, 0, kLarge, nullptr));
  const auto begin = reinterpret_cast<std::uintptr_t>(large);
  std::uint64_t most = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t at : {std::size_t{0}, kLarge / 2, kLarge - 1024}) crowd(large + at);
    clear_shadow(begin, kLarge);
    for (std::size_t at = 0; at < kLarge; at += 4) ASSERT_EQ(*arena_cell(begin + at), Cell{});
    if (turn == 0) most = most_wide_cells();
  }
  EXPECT_EQ(most_wide_cells(), most);
  memory::release(large, memory::Kind::kDevice, nullptr);
}

TEST_F(Shadow, CellsAreKeptElsewhereForAWhile) {
  set_byte(cell(), 1, by(9, 1));
  const Cell kept = take_cell(cell());
  EXPECT_EQ(cell(), Cell{});
  set_byte(cell(), 2, by(9, 2));
  const Cell other = take_cell(cell());
  put_cell(cell(), kept);
  EXPECT_TRUE(is_narrow(cell()));
  EXPECT_EQ(byte_cell(cell(), 1), by(9, 1));
  EXPECT_EQ(byte_cell(cell(), 2), Cell{});
  take_cell(cell());
  put_cell(cell(), other);
  EXPECT_EQ(byte_cell(cell(), 2), by(9, 2));
}

/// What any sequence of writes to single bytes, granules and ranges must leave.
class Model {
 public:
  Model(std::uintptr_t begin, std::size_t size) : begin_(begin), bytes_(size) {}
  void set(std::size_t at, Cell value) {
    bytes_[at] = value;
    set_byte(*arena_cell(begin_ + at), at & 3, value);
  }
  void clear(std::size_t at, std::size_t size) {
    for (std::size_t i = at; i < at + size; ++i) bytes_[i] = {};
    clear_shadow(begin_ + at, size);
  }
  void expect_same() const {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      ASSERT_EQ(byte_cell(*arena_cell(begin_ + i), i & 3), bytes_[i]) << "byte " << i;
  }

 private:
  std::uintptr_t begin_;
  std::vector<Cell> bytes_;
};

TEST_F(Shadow, AnySequenceLeavesWhatWasWritten) {
  for (unsigned kinds : {2U, 40U, 300U, 5000U}) {
    std::mt19937 random(kinds);
    Model model(address(0), kSize / 4);
    model.clear(0, kSize / 4);
    for (int step = 0; step < 20'000; ++step) {
      const std::size_t at = random() % (kSize / 4 - 64);
      if (random() % 50 == 0) {
        model.clear(at, random() % 64);
        continue;
      }
      const Cell value{
          .write = make_stamp(1 + random() % kinds, random() % 4),
          .read = random() % 2 ? make_stamp(1 + random() % kinds, random() % 1024) : 0};
      for (std::size_t i = at; i <= at + random() % 6; ++i) model.set(i, value);
    }
    model.expect_same();
  }
}

// ---- What it costs ------------------------------------------------------------------------------

/// Shadow bytes for each byte of `place`, all of which have been accessed.
class Cost : public Shadow {
 protected:
  void SetUp() override {
    Shadow::SetUp();
    fill_as_copy(place, kSize);
  }
  double cost() {
    EXPECT_THAT(rules(), IsEmpty());
    return static_cast<double>(shadow_bytes(address(0), kSize)) / kSize;
  }
  /// Each thread of a grid does `visit(i)` for one i below `count`.
  template <class Visit>
  void each(std::size_t count, Visit visit) {
    constexpr unsigned kThreads = 128;
    Grid g(host(), {}, static_cast<unsigned>(count / kThreads), kThreads);
    for (std::size_t i = 0; i < count; ++i) {
      run(g, static_cast<unsigned>(i / kThreads), i % kThreads);
      visit(i);
    }
    g.end();
    join_on_host(g.work);
  }
};

TEST_F(Cost, Words) {
  each(kSize / 4, [this](std::size_t i) {
    __tsan_read4(place + 4 * i);
    __tsan_write4(place + 4 * i);
  });
  EXPECT_EQ(cost(), 4);
}

TEST_F(Cost, Shorts) {
  each(kSize / 2, [this](std::size_t i) {
    __tsan_read2(place + 2 * i);
    __tsan_write2(place + 2 * i);
    __tsan_read2(place + 2 * i);
  });
  EXPECT_LE(cost(), 8);
}

TEST_F(Cost, Chars) {
  each(kSize, [this](std::size_t i) {
    __tsan_read1(place + i);
    __tsan_write1(place + i);
    __tsan_read1(place + i);
  });
  EXPECT_LE(cost(), 8);
}

TEST_F(Cost, NeighboringChars) {
  each(kSize - 128, [this](std::size_t i) {
    __tsan_read1(place + i);
    __tsan_read1(place + i + 1);
    __tsan_read1(place + i + 2);
  });
  EXPECT_LE(cost(), 8);
}

TEST_F(Cost, OneThreadsCharsBecomeWordsAgain) {
  each(kSize / 64, [this](std::size_t i) {
    for (std::size_t at = 64 * i; at < 64 * (i + 1); ++at) __tsan_write1(place + at);
  });
  for (std::size_t at = 0; at < kSize; at += 4) ASSERT_FALSE(is_split(cell(at)));
  EXPECT_LE(cost(), 8);
}

/// struct { char c[3]; char d; short s; char t[2]; int i; float f; }, a thread each.
TEST_F(Cost, Mixed) {
  each(kSize / 16, [this](std::size_t i) {
    char* const one = place + 16 * i;
    for (unsigned c = 0; c < 3; ++c) __tsan_write1(one + c);
    __tsan_write2(one + 4);
    __tsan_read1(one + 6);
    __tsan_read4(one + 8);
    __tsan_write4(one + 12);
  });
  each(kSize / 16, [this](std::size_t i) { __tsan_read1(place + 16 * i + 3); });
  EXPECT_LE(cost(), 8);
}

std::vector<std::size_t> shuffled(std::size_t size) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  return order;
}

TEST_F(Cost, FlagsSetByAnyOf128Blocks) {
  const std::vector<std::size_t> order = shuffled(kSize);
  each(kSize, [this, &order](std::size_t i) {
    __tsan_read1(place + order[i]);
    __tsan_write1(place + order[i]);
  });
  EXPECT_LE(cost(), 8);
}

// The limit of kinds: in each KiB bytes of 1024 blocks. README.md states what it comes to.
TEST_F(Cost, FlagsSetByAnyOfThousandsOfBlocks) {
  const std::vector<std::size_t> order = shuffled(kSize);
  Grid g(host(), {}, kSize, 1);
  for (std::size_t i = 0; i < kSize; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    __tsan_write1(place + order[i]);
  }
  const double bytes = cost();
  EXPECT_GT(bytes, 8);
  EXPECT_LE(bytes, 24);
}

}  // namespace
}  // namespace emu::checker
