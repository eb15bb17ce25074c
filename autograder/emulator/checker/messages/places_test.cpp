// Where an access goes: unwritten, freed, foreign, misaligned memory, and past an end.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

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

TEST_F(Places, WritesIntoThePaddingOfRows) {
  auto* rows = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 1024, nullptr));
  memory::set_rows(rows, 400, 512);
  Grid g(host());
  run(g, 0, 0);
  STORE(&rows[99], 1);
  STORE(&rows[128], 1);
  EXPECT_THAT(rules(), IsEmpty());
  STORE(&rows[228 + 3], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("pitch-padding"));
  EXPECT_THAT(message(), HasSubstr("4 bytes, 12 bytes after the end of row 1 of the 1024-byte"));
  EXPECT_EQ(diagnostics().back().severity, Severity::kWarning);
}

TEST_F(Places, PaddingThatHasBeenClearedIsMemoryLikeAnyOther) {
  auto* rows = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 1024, nullptr));
  memory::set_rows(rows, 400, 512);
  fill_as_copy(rows, 1024);
  Grid g(host());
  run(g, 0, 0);
  STORE(&rows[101], 1);
  EXPECT_THAT(rules(), IsEmpty());
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
  state.callbacks.shared_part = [](std::uintptr_t address) {
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
  EXPECT_THAT(message(), HasSubstr("1 byte, right after the end of __shared__ variable first (10 "
                                   "bytes): check the index against the size (K13)"));
  STORE(reinterpret_cast<int*>(s + 28), 1);
  EXPECT_THAT(diagnostics().back().message,
              HasSubstr("4 bytes, 4 bytes before the beginning of __shared__ variable next (32"));
  state.callbacks.shared_part = nullptr;
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
  EXPECT_THAT(message(), HasSubstr("4 bytes, right after the end of the 1024-byte allocation"));
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
  const Diagnostic late{.rule = "device-api",
                        .message = "too late",
                        .where = {"a.cu", 3, ""},
                        .other = {"a.cu", 9, ""},
                        .cites = "E4"};
  Diagnostic other = late;
  other.cites = "E5";
  const std::size_t before = diagnostics().size();
  for (const Diagnostic& d : {late, other, late}) diagnose(d);
  ASSERT_EQ(diagnostics().size(), before + 2);
  EXPECT_EQ(diagnostics()[before].count, 2U);
}

TEST_F(Places, RacesOfTwoLinesAreOneFindingWhicheverCameFirst) {
  const Diagnostic light{.rule = "race",
                         .message = "a barrier",
                         .where = {"b.cu", 3, ""},
                         .other = {"b.cu", 9, ""},
                         .cites = "M2",
                         .weight = 1};
  Diagnostic heavy = light;
  std::swap(heavy.where, heavy.other);
  heavy.message = "a tail";
  heavy.cites = "M3";
  heavy.weight = 2;
  const std::size_t before = diagnostics().size();
  for (const Diagnostic& d : {light, heavy, light}) diagnose(d);
  ASSERT_EQ(diagnostics().size(), before + 1);
  EXPECT_EQ(diagnostics()[before].message, "a tail");
  EXPECT_EQ(diagnostics()[before].count, 3U);
}

}  // namespace
}  // namespace emu::checker
