// What belongs to the emulator is told from what does not, byte by byte.
#include "checker/own_memory.h"

#include "checker/hooks_fixture.h"
#include "checker/open_range.h"

namespace emu::checker {
namespace {

/// Whether hooks let the host access the address at once.
bool is_open(std::uintptr_t address) { return address - now.near_begin < now.near_size; }

class OwnMemory : public Hooks {
 protected:
  void SetUp() override {
    Hooks::SetUp();
    now.own_variables = {reinterpret_cast<std::uintptr_t>(&variables), sizeof variables};
    forget_open();
    times_caught = 0;
    state.callbacks.caught = [] { ++times_caught; };
  }
  void TearDown() override {
    now.own_variables = {};
    state.callbacks.caught = nullptr;
    Hooks::TearDown();
  }

  static inline int variables[8] = {};
  static inline int times_caught = 0;
};

TEST_F(OwnMemory, IsNoBusinessOfTheHosts) {
  run({block_phase(blocks), 0});
  STORE(&variables[0], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("emulator-memory"));
  EXPECT_THAT(message(), HasSubstr("the host writes memory of the emulator"));
  LOAD(&variables[7]);
  EXPECT_THAT(diagnostics().back().message, HasSubstr("the host reads memory of the emulator"));
  auto* shadow = reinterpret_cast<int*>(memory::kOwnBegin);
  __tsan_write4(shadow);
  __tsan_volatile_write4(memory::own_take(4));
  EXPECT_EQ(times_caught, 4);
}

TEST_F(OwnMemory, EndsAtItsLastByte) {
  run({block_phase(blocks), 0});
  auto* begin = reinterpret_cast<char*>(variables);
  __tsan_write1(begin - 1);
  __tsan_write1(begin + sizeof variables);
  __tsan_read_range(begin - 16, 16);
  EXPECT_THAT(rules(), IsEmpty());
  __tsan_read_range(begin - 16, 17);
  EXPECT_EQ(times_caught, 1);
}

TEST_F(OwnMemory, TheReportsPlaceIsPartOfIt) {
  static char report[64];
  run({block_phase(blocks), 0});
  __tsan_write1(&report[63]);
  EXPECT_EQ(times_caught, 0);
  take_as_own(report, sizeof report);
  __tsan_write1(&report[63]);
  __tsan_write1(&report[0]);
  take_as_own(nullptr, 0);
  EXPECT_EQ(times_caught, 2);
}

TEST_F(OwnMemory, TheCallersStackIsClosedToWritesAlone) {
  static int callers[4];
  run({block_phase(blocks), 0});
  looks::close(looks::kCallersFrames, reinterpret_cast<std::uintptr_t>(callers), sizeof callers);
  LOAD(&callers[1]);
  EXPECT_THAT(rules(), IsEmpty());
  STORE(&callers[1], 1);
  looks::close(looks::kCallersFrames, 0, 0);
  EXPECT_THAT(rules(), testing::ElementsAre("out-of-bounds"));
  EXPECT_THAT(message(), HasSubstr("an automatic array was overrun"));
  EXPECT_EQ(times_caught, 1);
}

TEST_F(OwnMemory, FramesBetweenTheProgramsOwnAreClosedMeanwhile) {
  static int stack[8];
  const auto at = [](int i) { return reinterpret_cast<std::uintptr_t>(&stack[i]); };
  run({block_phase(blocks), 0});
  const auto writes = [&](int i) {
    const int before = times_caught;
    STORE(&stack[i], 1);
    return times_caught == before;
  };
  {
    const ClosedFrames outer(at(4), at(6));
    *outer.begin() = at(5);
    const ClosedFrames inner(at(0), at(2));
    EXPECT_TRUE(!writes(0) && !writes(1) && writes(2) && writes(4) && !writes(5) && writes(6));
    LOAD(&stack[0]);
  }
  {
    const ClosedFrames again(at(1), at(2));
    EXPECT_TRUE(writes(0) && !writes(1) && writes(5));
  }
  EXPECT_TRUE(writes(1));
}

// The second access of the host is decided by what the first has found.
TEST_F(OwnMemory, IsNotOpenBesideWhatIs) {
  static int array[300];
  const auto at = [](int i) { return reinterpret_cast<std::uintptr_t>(&array[i]); };
  run({block_phase(blocks), 0});
  STORE(&array[200], 1);
  EXPECT_TRUE(is_open(at(0)) && is_open(at(200)));
  EXPECT_FALSE(is_open(now.own_variables.begin));
  {
    const ClosedFrames frames(at(100), at(110));
    EXPECT_FALSE(is_open(at(200)));
    STORE(&array[200], 1);
    EXPECT_TRUE(is_open(at(200)) && is_open(at(110)) && !is_open(at(109)) && !is_open(at(0)));
    STORE(&array[0], 1);
    EXPECT_TRUE(is_open(at(0)) && !is_open(at(100)) && !is_open(at(200)));
    STORE(&array[100], 1);
  }
  EXPECT_EQ(times_caught, 1);
  STORE(&array[200], 1);
  Grid g(host());
  run(g, 0, 3);
  EXPECT_FALSE(is_open(at(200)));
}

TEST_F(OwnMemory, IsNotFilledByOtherFunctions) {
  run({block_phase(blocks), 0});
  char text[4] = {};
  __wrap_memset(variables, 0, 4);
  __wrap_memcpy(text, variables, 4);
  __wrap_memcpy(variables, text, 4);
  EXPECT_EQ(times_caught, 3);
}

TEST_F(OwnMemory, EndsAKernel) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&variables[0], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("emulator-memory"));
  EXPECT_THAT(message(), HasSubstr("device code writes memory of the emulator"));
  EXPECT_THAT(faults, testing::ElementsAre(cudaErrorIllegalAddress));
  EXPECT_EQ(times_caught, 0);
}

TEST_F(OwnMemory, MayBeReadWhereItIsCudas) {
  leave_readable(&variables[2], sizeof(int));
  Grid g(host());
  run(g, 0, 3);
  LOAD(&variables[2]);
  EXPECT_THAT(rules(), IsEmpty());
  STORE(&variables[2], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("emulator-memory"));
}

}  // namespace
}  // namespace emu::checker
