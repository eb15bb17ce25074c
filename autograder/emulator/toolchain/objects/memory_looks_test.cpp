// Which accesses of assembler text are looked at, in the spellings of both compilers.
#include "toolchain/objects/memory_looks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "emulator/checker/looks.h"

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string look(const std::string& address, int size, bool writes) {
  return fmt::format("\tpushq\t%r11\n\tleaq\t{}, %r11\n\tcall\t.Lemulator_look_{}\n\tpopq\t%r11\n",
                     address, looks::kind(size, writes) | (writes ? looks::kTells : 0));
}

struct Line {
  const char* line;
  const char* address;
  int size;
  bool writes;
};
class LookedAt : public ::testing::TestWithParam<Line> {};

TEST_P(LookedAt, InFrontOfIt) {
  const auto& [line, address, size, writes] = GetParam();
  const std::string text = std::string("\t") + line + "\n";
  EXPECT_THAT(look_at_memory(text), StartsWith(look(address, size, writes) + text));
}
INSTANTIATE_TEST_SUITE_P(
    Instructions, LookedAt,
    ::testing::Values(
        Line{"movq\t%rax, (%rdi)", "(%rdi)", 8, true},
        Line{"movl\t8(%rdi,%rcx,4), %eax  # remark", "8(%rdi,%rcx,4)", 4, false},
        Line{"movb $1, -23(%rax)", "-23(%rax)", 1, true},
        Line{"movups\t%xmm0, 16(%rdi)", "16(%rdi)", 16, true},
        Line{"movss\t%xmm1, (%rax)", "(%rax)", 4, true},
        Line{"addl\t$1, (%rbx)", "(%rbx)", 4, true}, Line{"cmpl\t$1, (%rbx)", "(%rbx)", 4, false},
        Line{"lock addq\t%rax, (%rbx)", "(%rbx)", 8, true},
        Line{"lock;xaddl\t%eax, (%rbx)", "(%rbx)", 4, true},
        Line{"xchgl\t(%rbx), %eax", "(%rbx)", 4, true}, Line{"pushq\t8(%rdi)", "8(%rdi)", 8, false},
        Line{"sete\t(%rdi)", "(%rdi)", 1, true}, Line{"fstpt\t(%rdi)", "(%rdi)", 10, true},
        Line{"fstpl\t(%rdi)", "(%rdi)", 8, true}, Line{"fstps\t(%rdi)", "(%rdi)", 4, true},
        Line{"fistpll\t(%rdi)", "(%rdi)", 8, true}, Line{"fistpl\t(%rdi)", "(%rdi)", 4, true},
        Line{"fistps\t(%rdi)", "(%rdi)", 2, true}, Line{"fnstcw\t(%rdi)", "(%rdi)", 2, true},
        Line{"stmxcsr\t(%rdi)", "(%rdi)", 4, true}, Line{"frstor\t(%rdi)", "(%rdi)", 108, false},
        Line{"fmull\t(%rdi)", "(%rdi)", 8, false}, Line{"call\t*16(%rax)", "16(%rax)", 8, false},
        Line{"movq\tarray+40(%rip), %rax", "array+40(%rip)", 8, false},
        Line{"movq\t%rax, (%r11)", "(%r11)", 8, true}));

TEST(LookedAt, AreNoRegisters) {
  for (const char* line :
       {"faddp\t%st, %st(1)", "fxch\t%st(1)", "fucomip\t%st(1), %st", "addl\t%eax, %ebx"}) {
    const std::string text = std::string("\t") + line + "\n";
    EXPECT_THAT(look_at_memory(text), StartsWith(text));
  }
}

/// Of a write behind `before`: is the checker told of it?
bool is_told(const std::string& before, const std::string& write) {
  const std::string text = look_at_memory(before + write, Watched::kUntoldWrites);
  return text.find("call\t.Lemulator_look") != std::string::npos;
}

TEST(Untold, AreTheWritesThatNoHookHasJustToldOf) {
  const std::string hook = "\tcall\t__tsan_write4@PLT\n", moved = "\tmovq\t%rbx, %rdi\n" + hook,
                    computed = "\tleaq\t8(%rbp,%rax,4), %rdi\n" + hook;
  EXPECT_FALSE(is_told(moved, "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_FALSE(is_told(moved, "\taddl\t$1, 0(%rbx)\n"));
  EXPECT_TRUE(is_told("", "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_TRUE(is_told(moved, "\tmovq\t%rax, (%rbx)\n")) << "more than the hook told of";
  EXPECT_TRUE(is_told(moved, "\tmovl\t%eax, 4(%rbx)\n"));
  EXPECT_TRUE(is_told(moved, "\tmovl\t%eax, (%r12)\n"));
  EXPECT_TRUE(is_told(moved + "\tcall\tf\n", "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_TRUE(is_told(moved + ".L3:\n", "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_TRUE(is_told(moved + ".LBB0_3:\n", "\tmovl\t%eax, (%rbx)\n")) << "a block of clang++'s";
  for (const std::string label : {".LVL3:", ".LBB12:", ".LBE12:", ".LBI9:"})
    EXPECT_FALSE(is_told(moved + label + "\n", "\tmovl\t%eax, (%rbx)\n")) << "for a debugger";
  EXPECT_TRUE(is_told(computed, "\tmovl\t%edx, 8(%rbp,%rax,4)\n")) << "calls may change %rax";
  EXPECT_TRUE(is_told("\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4@PLT\n", "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_TRUE(is_told("\tmovq\t%rbx, %rdi\n\tmovl\t%eax, %ebx\n" + hook, "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_TRUE(is_told(moved + "\tmovb\t$1, %bl\n", "\tmovl\t%eax, (%rbx)\n"));
}

TEST(Untold, FollowsTheAddress) {
  const std::string hook = "\tcall\t__tsan_write4@PLT\n", moved = "\tmovq\t%rbx, %rdi\n" + hook;
  EXPECT_FALSE(is_told(moved + "\taddq\t$4, %rbx\n", "\tmovl\t%eax, -4(%rbx)\n"));
  EXPECT_TRUE(is_told(moved + "\taddq\t$4, %rbx\n", "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_FALSE(
      is_told("\taddq\t%rax, %rdi\n\tmovq\t%rdi, %r12\n" + hook, "\tmovl\t%eax, (%r12)\n"));
  EXPECT_FALSE(is_told(moved + "\tleaq\t4(%rbx), %rdi\n" + hook, "\tmovl\t%eax, 4(%rbx)\n"));
  EXPECT_TRUE(is_told(moved + "\tleaq\t4(%rbx), %rdi\n" + hook, "\tmovl\t%eax, (%rbx)\n"));
  EXPECT_FALSE(is_told("\tmovl\t$40, %esi\n\tmovq\t%rbx, %rdi\n\tcall\t__tsan_write_range\n",
                       "\tmovups\t%xmm0, 24(%rbx)\n"));
  EXPECT_TRUE(is_told("\tmovl\t$40, %esi\n\tmovq\t%rbx, %rdi\n\tcall\t__tsan_write_range\n",
                      "\tmovups\t%xmm0, 32(%rbx)\n"));
  EXPECT_FALSE(is_told("", "\tmovl\t(%rbx), %eax\n"));
  EXPECT_FALSE(
      is_told("_ZN3emu6kernelIZ1kvEUlvE_EEvRKNS_12KernelTraitsET_:\n", "\tmovl\t%eax, (%rbx)\n"));
}

TEST(Untold, KnowsAllNamesOfTheAddress) {
  const std::string hook = "\tcall\t__tsan_write4@PLT\n", write = "\tmovl\t%eax, (%rbx)\n",
                    twice = "\tmovq\t%rax, %rbx\n\tmovq\t%rax, %rdi\n";
  EXPECT_FALSE(is_told(twice + hook, write));
  EXPECT_TRUE(is_told(twice + "\tmovq\t%rcx, %rbx\n" + hook, write));
  EXPECT_TRUE(is_told(twice + "\tmovq\t%rcx, %rdi\n" + hook, write));
  EXPECT_TRUE(is_told("\tmovl\t%eax, %ebx\n\tmovq\t%rax, %rdi\n" + hook, write)) << "half of it";
  EXPECT_TRUE(is_told("\tmovq\t%rax, %rbx\n.L2:\n\tmovq\t%rax, %rdi\n" + hook, write));
  EXPECT_FALSE(is_told("\tmovq\t%rbx, %rdi\n" + hook + "\tjne\t.L2\n", write));
  EXPECT_TRUE(is_told("\tmovq\t%rbx, %rdi\n" + hook + "\tjmp\t.L2\n", write));
  EXPECT_FALSE(is_told("\tleaq\t(%r12,%rbx), %rdi\n" + hook, "\tmovb\t$1, (%r12,%rbx)\n"));
  EXPECT_TRUE(is_told("\tleaq\t(%r12,%rbx), %rdi\n" + hook + "\tincq\t%rbx\n",
                      "\tmovb\t$1, (%r12,%rbx)\n"));
  EXPECT_FALSE(
      is_told("\tmovq\t%rbx, %rdi\n" + hook + "\tsubq\t$8, %rbx\n", "\tmovl\t%eax, 8(%rbx)\n"));
}

TEST(Untold, FollowsWhatIsPutAside) {
  const std::string hook = "\tcall\t__tsan_write4@PLT\n", write = "\tmovl\t%ebp, (%rax)\n",
                    back = "\tmovq\t16(%rsp), %rax\n",
                    aside = "\tmovq\t%rax, %rdi\n\tmovq\t%rax, 16(%rsp)\n" + hook;
  EXPECT_FALSE(is_told(aside + back, write));
  EXPECT_TRUE(is_told(aside + "\tmovq\t24(%rsp), %rax\n", write));
  EXPECT_TRUE(is_told(aside + "\tmovq\t%rcx, 16(%rsp)\n" + back, write));
  EXPECT_TRUE(is_told(aside + "\tmovl\t$3, 20(%rsp)\n" + back, write));
  EXPECT_TRUE(is_told(aside + "\tmovups\t%xmm0, 8(%rsp)\n" + back, write));
  EXPECT_FALSE(is_told(aside + "\tmovl\t$3, 24(%rsp)\n" + back, write));
  EXPECT_TRUE(is_told(aside + "\tpushq\t%rcx\n" + back, write));
  EXPECT_TRUE(is_told(aside + "\tsubq\t$8, %rsp\n" + back, write));
  EXPECT_TRUE(is_told("\tmovq\t%rax, %rdi\n\tmovl\t%eax, 16(%rsp)\n" + hook + back, write));
}

TEST(LookedAt, TheLookStandsLowerOnTheStack) {
  EXPECT_THAT(look_at_memory("\tmovq\t%rax, 16(%rsp,%rcx)\n"),
              StartsWith(look("8+16(%rsp,%rcx)", 8, true)));
  EXPECT_THAT(look_at_memory("\tmovq\t%rax, (%rsp,%rcx)\n"),
              StartsWith(look("8(%rsp,%rcx)", 8, true)));
  EXPECT_THAT(look_at_memory("\tmovq\t-8(%rsp), %rax\n"), StartsWith(look("8-8(%rsp)", 8, false)));
}

TEST(LookedAt, StringsByTheirRegisters) {
  const unsigned copies = looks::string_kind(8, true, true, true) | looks::kTells;
  for (const char* line : {"\trep movsq\n", "\trep;movsq\t(%rsi), %es:(%rdi)\n"})
    EXPECT_THAT(look_at_memory(line),
                StartsWith(fmt::format("\tcall\t.Lemulator_look_{}\n{}", copies, line)));
  EXPECT_THAT(look_at_memory("\tstosl\n"),
              StartsWith(fmt::format("\tcall\t.Lemulator_look_{}\n",
                                     looks::string_kind(4, false, true, false) | looks::kTells)));
}

TEST(LookedAt, APrefixStaysWithItsInstruction) {
  EXPECT_THAT(look_at_memory("\tlock\n\taddl\t$1, (%rax)\n"),
              StartsWith(look("(%rax)", 4, true) + "\tlock\n\taddl\t$1, (%rax)\n"));
}

class NotLookedAt : public ::testing::TestWithParam<const char*> {};
TEST_P(NotLookedAt, TheLineStays) {
  const std::string text = GetParam();
  const std::string looked_at = look_at_memory(text);
  EXPECT_THAT(looked_at, StartsWith(text));
  EXPECT_THAT(looked_at, Not(HasSubstr("Lemulator_look")));
}
INSTANTIATE_TEST_SUITE_P(
    Instructions, NotLookedAt,
    ::testing::Values("\tmovq\t%rax, %rdx\n", "\tleaq\t8(%rdi), %rax\n", "\tmovq\tx(%rip), %rax\n",
                      "\tmovq\tx@GOTPCREL(%rip), %rax\n", "\tcall\tf@PLT\n", "\tjmp\t*%rax\n",
                      "\tcall\t*f@GOTPCREL(%rip)\n", "\tjne\t.L4\n", "\tpushq\t%rbx\n",
                      "\tnopw\t0(%rax,%rax)\n", "\tmovq\t%fs:40, %rax\n",
                      "\trep bsfl\t%eax, %eax\n", "\t.string\t\"movq (%rax), %rdx\"\n", "\tg = f\n",
                      "#APP\n\taddq $4, (%rax)\n#NO_APP\n"));

TEST(NotLookedAt, ItsOwnFrameBelowTheReturnAddress) {
  const std::string frame = "\t.cfi_startproc\n\tsubq\t$24, %rsp\n\t.cfi_def_cfa_offset 32\n";
  const auto looked_at = [&](const std::string& behind) {
    return look_at_memory(frame + behind).find("Lemulator_look") != std::string::npos;
  };
  EXPECT_FALSE(looked_at("\tmovq\t%rax, 16(%rsp)\n"));
  EXPECT_TRUE(looked_at("\tmovq\t%rax, 24(%rsp)\n")) << "the return address";
  EXPECT_TRUE(looked_at("\tmovups\t%xmm0, 16(%rsp)\n"));
  EXPECT_TRUE(looked_at("\tmovq\t%rax, 8(%rsp,%rcx)\n"));
  EXPECT_TRUE(looked_at("\taddq\t$24, %rsp\n\t.cfi_def_cfa_offset 8\n\tmovq\t%rax, 8(%rsp)\n"));
  const std::string elsewhere = "\t.cfi_remember_state\n\t.cfi_def_cfa_offset 8\n";
  EXPECT_TRUE(looked_at(elsewhere + "\tmovq\t%rax, 8(%rsp)\n"));
  EXPECT_FALSE(looked_at(elsewhere + "\t.cfi_restore_state\n\tmovq\t%rax, 8(%rsp)\n"));
  EXPECT_TRUE(looked_at("\t.cfi_def_cfa_register 6\n\tmovq\t%rax, 8(%rsp)\n"));
}

TEST(LookedAt, AnAddressThatIsANumber) {
  for (const char* number : {"0", "70643622084608", "-8"})
    for (const std::string& text :
         {fmt::format("\tmovabsq\t%rax, {}\n", number), fmt::format("\tmovq\t%rax, {}\n", number)})
      EXPECT_THAT(look_at_memory(text),
                  StartsWith(fmt::format("\tpushq\t%r11\n\tmovabsq\t${}, %r11\n"
                                         "\tcall\t.Lemulator_look_{}\n\tpopq\t%r11\n{}",
                                         number, looks::kind(8, true) | looks::kTells, text)));
}

TEST(LookedAt, WhatCannotBeIsAnError) {
  for (const char* line :
       {"\tmovq\t%fs:(%rax), %rdx\n", "\tmovq\t%rdx, %fs:48\n", "\tmovl\t%fs:720, %eax\n",
        "\tmovq\t%gs:0, %rax\n", "\tmovq\tsymbol, %rax\n"})
    EXPECT_THAT(look_at_memory(line), HasSubstr("\t.error")) << line;
}

}  // namespace
}  // namespace emu::toolchain
