#include <gmock/gmock.h>

#include "ptx_instruction.h"
#include "translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;

std::string in_device(const std::string& text) {
  return translated("__device__ void f() {" + text + "}");
}
std::string wanted(const std::string& text) { return tokens_of("void f() {" + text + "}"); }

TEST(InlinePtx, SpecialRegistersAreRead) {
  EXPECT_EQ(in_device(R"(asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));)"),
            wanted(R"(((t) = ::emu::special_register("globaltimer"));)"));
  EXPECT_EQ(in_device(R"(asm("mov.u32 %0, %tid.x;" : "=r"(a[i + 1]));)"),
            wanted(R"(((a[i + 1]) = ::emu::special_register("tid.x"));)"));
  EXPECT_EQ(
      in_device(R"(__asm__ __volatile__("mov.u32 %0, %%laneid ;\n\t" : "=r"(x) :: "memory");)"),
      wanted(R"(((x) = ::emu::special_register("laneid"));)"));
}

TEST(InlinePtx, SeveralInstructionsInSeveralStrings) {
  EXPECT_EQ(
      in_device(
          R"(asm volatile("mov.u32 %0, %%smid;\n" "mov.u32 %1, %%warpid;" : "=r"(s), "=r"(w));)"),
      wanted(
          R"(((s) = ::emu::special_register("smid"), (w) = ::emu::special_register("warpid"));)"));
}

TEST(InlinePtx, FencesBarriersAndEnds) {
  EXPECT_EQ(in_device(R"(asm volatile("membar.gl;" ::: "memory");)"),
            wanted("(::emu::fence(::emu::Scope::kDevice));"));
  EXPECT_EQ(in_device(R"(asm volatile("fence.acq_rel.sys;");)"),
            wanted("(::emu::fence(::emu::Scope::kSystem));"));
  EXPECT_EQ(in_device(R"(asm volatile("bar.sync 0;");)"), wanted("(__syncthreads());"));
  EXPECT_EQ(in_device(R"(asm("trap;");)"), wanted("(::emu::trap());"));
  EXPECT_EQ(in_device(R"(if (x) asm("exit;");)"), wanted("if (x) (::emu::exit_thread());"));
  EXPECT_EQ(in_device(R"(asm volatile("nanosleep.u32 %0;" :: "r"(n));)"),
            wanted("(::emu::sleep_ns(n));"));
}

TEST(InlinePtx, CompilerBarriersStay) {
  const std::string barrier = R"(asm volatile("" ::: "memory");)";
  EXPECT_EQ(in_device(barrier), wanted(barrier));
}

TEST(InlinePtx, HostAssemblyStays) {
  const std::string host = R"(void f() { asm volatile("rdtsc" : "=A"(t)); })";
  EXPECT_EQ(translated(host), tokens_of(host));
}

TEST(InlinePtx, UnknownInstructionsAreRefusedByName) {
  EXPECT_THAT(
      refusals("__global__ void k() {\n  asm(\"prefetch.global.L2 [%0];\" :: \"l\"(p));\n}"),
      ElementsAre("exercise.cu(2): error: the emulator does not know the inline PTX "
                  "\"prefetch.global.L2 [%0]\" (opcode prefetch.global.L2)"));
  EXPECT_EQ(refusals("__device__ void f() { asm(\"mov.u32 %0, %%nosuch;\" : \"=r\"(x)); }").size(),
            1u);
  EXPECT_EQ(refusals("__device__ void f() { asm(\"mov.u32 %1, %%smid;\" : \"=r\"(x)); }").size(),
            1u);
}

TEST(PtxInstructions, AreSplitAtSemicolonsWithoutComments) {
  EXPECT_THAT(split_ptx(" a b; // c; d\n\n e ; /* f; */ g"), ElementsAre("a b", "e", "g"));
  EXPECT_THAT(split_ptx("a /* unfinished"), ElementsAre("a"));
  EXPECT_THAT(split_ptx(""), ElementsAre());
}

}  // namespace
}  // namespace emu::translator
