// Structs that are returned and handed over by value: compilers write no hook there, and they go
// only where the program may write.
#include "toolchain/loaded_programs/loaded_program_fixture.h"

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

INSTANTIATE_TEST_SUITE_P(Structs, HonestProgram, ::testing::Values("g++", "clang++"));

// Compilers write no hook where a struct is handed over by value or returned to where it goes.
constexpr const char* kStructs = R"(
#include <new>
template <int kWords> struct Words { long value[kWords]; };
template <int kWords> __attribute__((noinline, used)) __host__ __device__ Words<kWords> changed(
    Words<kWords> words, long n) {
  reinterpret_cast<volatile long*>(&words)[kWords - 1] = n;
  return words;
}
template <int kWords> __attribute__((noinline)) Words<kWords> operator+(Words<kWords> words, long n) {
  reinterpret_cast<volatile long*>(&words)[kWords - 1] = n;
  return words;
}
template <int kWords> Words<kWords>* emulators() {
  volatile unsigned long begin = reinterpret_cast<unsigned long>(&threadIdx) & ~63ul;
  return reinterpret_cast<Words<kWords>*>(begin + 128);
}
)";

TEST_F(LoadedProgram, WhatIsReturnedIsNotWrittenElsewhere) {
  for (const char* words : {"2", "3", "8", "40", "200"}) {
    const std::string of = std::string("<") + words + ">";
    for (const std::string& attack :
         {"new (emulators" + of + "()) Words" + of + "(changed(Words" + of + "{}, n));",
          "*emulators" + of + "() = Words" + of + "{} + n;"}) {
      SCOPED_TRACE(attack);
      expect_refused(run_text(kStructs, attack + "\nreturn n;"), kEndsAtOnce);
    }
  }
}

TEST_F(LoadedProgram, WhatIsHandedOverIsNotReadElsewhere) {
  for (const char* words : {"1", "3", "8", "200"}) {
    const std::string of = std::string("<") + words + ">";
    expect_refused(
        run_text(kStructs, "return changed" + of + "(*emulators" + of + "(), n).value[0] == 7;"),
        kEndsAtOnce);
  }
}

// Where an address is known to the compiler, x86-64 has instructions with it in them. The
// emulator's own range begins where memory/own.h says.
TEST_P(HonestProgram, AnAddressThatIsANumberIsClosedToo) {
  for (const char* address : {"0x404000000000", "0x418000000040"}) {
    const std::string where = std::string("reinterpret_cast<Words<1>*>(") + address + "ul)";
    expect_refused(run_text(kStructs,
                            "new (" + where +
                                ") Words<1>(changed(Words<1>{}, n));\n"
                                "return n;",
                            GetParam()),
                   kEndsAtOnce);
    expect_refused(
        run_text(kStructs, "return changed(*" + where + ", n).value[0] == 7;", GetParam()),
        kEndsAtOnce);
  }
}

TEST_F(LoadedProgram, KernelsReturnNothingElsewhereEither) {
  const Finished finished =
      run_text(std::string(kStructs) + R"(
__global__ void attack(unsigned long where) {
  new (reinterpret_cast<Words<4>*>(where)) Words<4>(changed(Words<4>{}, 1));
}
)",
               "attack<<<1, 1>>>(reinterpret_cast<unsigned long>(emulators<4>()));\n"
               "if (cudaDeviceSynchronize() == cudaSuccess) return 1;\nreturn n;");
  EXPECT_THAT(finished.messages, HasSubstr("emulator-memory"));
  EXPECT_THAT(finished.messages, HasSubstr("memory of the emulator"));
  const Finished frames =
      run_text(std::string(kStructs) + R"(
__device__ __noinline__ void put(Words<4>* to) { new (to) Words<4>(changed(Words<4>{}, 1)); }
__global__ void attack() {
  volatile long mine[4] = {};
  put(reinterpret_cast<Words<4>*>(const_cast<long*>(mine + 400)));
})",
               "attack<<<1, 1>>>();\nreturn cudaDeviceSynchronize() == cudaSuccess;");
  EXPECT_THAT(frames.messages, HasSubstr("\"severity\":\"error\""));
}

TEST_F(LoadedProgram, TheHostReturnsNothingToDeviceThreads) {
  const Finished finished =
      run_text(std::string(kStructs) + R"(
__managed__ Words<4>* leaked;
__global__ void leak() {
  Words<4> mine{};
  leaked = &mine;
})",
               "leak<<<1, 1>>>();\nif (cudaDeviceSynchronize() != cudaSuccess) return 1;\n"
               "new (leaked) Words<4>(changed(Words<4>{}, n));\nreturn n;");
  EXPECT_THAT(finished.messages, HasSubstr("local-pointer"));
}

TEST_F(LoadedProgram, StructsGoWhereTheyMay) {
  const Finished finished = run_text(std::string(kStructs) + R"(
__device__ Words<8> on_device[4];
Words<8> on_host[4];
__global__ void fill(Words<8>* all) {
  __shared__ Words<8> shared[4];
  const int i = threadIdx.x;
  new (&shared[i]) Words<8>(changed(Words<8>{}, i));
  new (&all[i]) Words<8>(changed(shared[i], i + 1));
  new (&on_device[i]) Words<8>(changed(all[i], i + 2));
})",
                                     R"(Words<8>* all = nullptr;
cudaMallocManaged(&all, 4 * sizeof *all);
fill<<<1, 4>>>(all);
if (cudaDeviceSynchronize() != cudaSuccess) return 1;
for (int i = 0; i < 4; ++i) new (&on_host[i]) Words<8>(changed(all[i], i));
Words<200> local = changed(Words<200>{}, n), other = local + 5;
return 70 + on_host[3].value[7] + other.value[199];)");
  EXPECT_THAT(finished.messages, HasSubstr("returned 78"));
  EXPECT_THAT(finished.messages, Not(HasSubstr("\"severity\":\"error\"")));
}

}  // namespace
}  // namespace emu::toolchain
