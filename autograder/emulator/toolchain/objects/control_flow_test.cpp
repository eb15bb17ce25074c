// Indirect calls and returns of assembler text, in the spellings of both compilers.
#include "toolchain/objects/control_flow.h"

#include <gmock/gmock.h>

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr ControlFlowMarks kMarks{.entry = 0x11223344, .behind_call = 0x55667788};

std::string guided(const std::string& lines) { return guide_control_flow(lines, kMarks); }
constexpr const char* kBehindCall = "\t.byte 0x0f, 0x1f, 0x80\n\t.long 0x55667788\n";

TEST(ControlFlow, EveryReturnIsLookedAt) {
  for (const char* spelled : {"\tret\n", "\tretq\n", "\trep ret\n", "  retq    # remark\n"})
    EXPECT_THAT(guided(spelled), ::testing::StartsWith("\tjmp\t.Lemulator_return\n")) << spelled;
}

TEST(ControlFlow, EveryIndirectCallIsLookedAtAndReturnedTo) {
  EXPECT_THAT(
      guided("\tcall\t*%rax\n"),
      HasSubstr(std::string("\tmovq\t%rax, %r11\n\tcall\t.Lemulator_call\n") + kBehindCall));
  EXPECT_THAT(guided("\tcallq\t*8(%rdi,%rcx,8) # x\n"),
              HasSubstr("\tmovq\t8(%rdi,%rcx,8), %r11\n\tcall\t.Lemulator_call\n"));
  EXPECT_THAT(guided("\tjmpq\t*%r11  # TAILCALL\n"), HasSubstr("\tjmp\t.Lemulator_call\n"));
}

TEST(ControlFlow, WhatTheLoaderHasBoundStays) {
  EXPECT_THAT(guided("\tcall\t*puts@GOTPCREL(%rip)\n"),
              HasSubstr("\tcall\t*puts@GOTPCREL(%rip)\n"));
}

constexpr const char* kWritesReturnDown =
    "\tmovq\temulator_returns@GOTPCREL(%rip), %r11\n\tmovq\t(%r11), %r11\n"
    "\tsubq\t%rsp, %r11\n\tmovq\t(%rsp), %r10\n\tmovq\t%r10, (%r11)\n";
constexpr const char* kTellsOfStack =
    "\tmovq\temulator_program_stack@GOTPCREL(%rip), %r11\n\tmovq\t%rsp, (%r11)\n";

TEST(ControlFlow, WhoCallsALibraryTellsOfItsStack) {
  for (const std::string call : {"\tcall\tqsort@PLT\n", "\tcallq\t*qsort@GOTPCREL(%rip)\n"})
    EXPECT_THAT(guided(call), ::testing::StartsWith(kTellsOfStack + call));
  for (const std::string call :
       {"\tcall\t__tsan_read4@PLT\n", "\tcall\t*__tsan_init@GOTPCREL(%rip)\n"})
    EXPECT_THAT(guided(call), ::testing::StartsWith(call));
}

TEST(ControlFlow, OnlyOwnFunctionsReturnBehindACall) {
  const std::string text = guided("\t.type f, @function\nf:\n\tcall\tf\n\tcall\tputs@PLT\n");
  EXPECT_THAT(text, HasSubstr(std::string("\tcall\tf\n") + kBehindCall + kTellsOfStack +
                              "\tcall\tputs@PLT\n"));
  EXPECT_THAT(text, Not(HasSubstr(std::string("\tcall\tputs@PLT\n") + kBehindCall)));
}

TEST(ControlFlow, AliasesAreFunctionsToo) {
  EXPECT_THAT(guided("\t.type f, @function\nf:\n\t.set\tg,f\n\tcall\tg@PLT\n"),
              HasSubstr(std::string("\tcall\tg@PLT\n") + kBehindCall));
}

TEST(ControlFlow, NamesThatBeginWithADollarAreInBrackets) {
  for (const std::string call : {"\tcall\t($f)\n", "\tcallq\t($f)@PLT\n", "\tcall\t($g)\n"})
    EXPECT_THAT(guided("\t.type $f, @function\n$f:\n\t.set\t$g,$f\n" + call),
                HasSubstr(call + kBehindCall));
  EXPECT_THAT(guided("\t.type\t($f), @function\n($f):\n"),
              HasSubstr(std::string("\t.long 0x11223344\n($f):\n") + kWritesReturnDown));
}

TEST(ControlFlow, FunctionsAreMarkedAndOtherLabelsAreNot) {
  const std::string text =
      guided("\t.type f, @function\n\t.type f.cold, @function\nf:\n.L1:\nf.cold:\nx:\n");
  EXPECT_THAT(text, HasSubstr(std::string("\t.skip 12, 0xcc\n\t.long 0x11223344\nf:\n") +
                              kWritesReturnDown + ".L1:\nf.cold:\nx:\n"));
}

TEST(ControlFlow, TheLoaderFindsNoConstructor) {
  const std::string text = guided("\t.section\t.init_array,\"aw\"\n\t.quad f\n\t.text\nx:\n");
  EXPECT_THAT(text, HasSubstr("\t.section emulator_init,\"aw\"\n\t.quad f\n"));
  EXPECT_THAT(text, Not(HasSubstr(".init_array")));
  EXPECT_THAT(text, ::testing::StartsWith("\t.text\nx:\n"));
}

// From there the unwinder takes what it calls. g++ and clang++ name the section differently.
TEST(ControlFlow, WhatTheUnwinderReadsIsReadOnly) {
  for (const std::string section : {".data.rel.local.DW.ref.p", ".data.DW.ref.p"})
    EXPECT_THAT(guided("\t.section\t" + section + ",\"awG\",@progbits,DW.ref.p,comdat\n"),
                ::testing::StartsWith("\t.section\t.data.rel.ro.DW.ref.p,\"awG\""));
}

TEST(ControlFlow, ConstructorsWithAPriorityComeFirst) {
  const std::string text = guided(
      "\t.section\t.init_array,\"aw\"\n\t.quad last\n"
      "\t.section\t.init_array.00200,\"aw\"\n\t.quad second\n"
      "\t.section\t.init_array.00101,\"aw\"\n\t.quad first\n");
  EXPECT_THAT(text, HasSubstr("\t.quad first\n\t.quad second\n\t.quad last\n"));
}

TEST(ControlFlow, LooksAreCalledAsTheyStand) {
  const std::string line = "\tcall\t.Lemulator_look_8\n";
  EXPECT_THAT(guided(line), ::testing::StartsWith(line));
}

TEST(ControlFlow, TextInStringsStays) {
  const std::string line = "\t.string\t\"a\\n\\tret\\n\\tcall *%rax\"\n";
  EXPECT_THAT(guided(line), HasSubstr(line));
}

TEST(ControlFlow, TheMarksStandNowhereElse) {
  const std::string text = guided("");
  EXPECT_THAT(text, Not(HasSubstr("0x11223344")));
  EXPECT_THAT(text, Not(HasSubstr("0x55667788")));
}

TEST(ControlFlow, MarksDiffer) { EXPECT_NE(random_marks().entry, random_marks().entry); }

}  // namespace
}  // namespace emu::toolchain
