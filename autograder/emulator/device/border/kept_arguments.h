// Assembler text that keeps a call's arguments over a call of our own: on the stack, below a frame.
// %r11, where the call goes, is kept too.
#pragma once

// clang-format off
#define KEEP_ARGUMENTS                                       \
  "\tpushq %rbp\n\tmovq %rsp, %rbp\n"                      \
  "\tpushq %rdi\n\tpushq %rsi\n\tpushq %rdx\n\tpushq %rcx\n" \
  "\tpushq %r8\n\tpushq %r9\n\tpushq %rax\n\tpushq %r11\n"   \
  "\tsubq $128, %rsp\n"                                     \
  "\tmovups %xmm0, (%rsp)\n\tmovups %xmm1, 16(%rsp)\n"      \
  "\tmovups %xmm2, 32(%rsp)\n\tmovups %xmm3, 48(%rsp)\n"    \
  "\tmovups %xmm4, 64(%rsp)\n\tmovups %xmm5, 80(%rsp)\n"    \
  "\tmovups %xmm6, 96(%rsp)\n\tmovups %xmm7, 112(%rsp)\n"

#define GIVE_ARGUMENTS_BACK                                  \
  "\tmovups (%rsp), %xmm0\n\tmovups 16(%rsp), %xmm1\n"      \
  "\tmovups 32(%rsp), %xmm2\n\tmovups 48(%rsp), %xmm3\n"    \
  "\tmovups 64(%rsp), %xmm4\n\tmovups 80(%rsp), %xmm5\n"    \
  "\tmovups 96(%rsp), %xmm6\n\tmovups 112(%rsp), %xmm7\n"   \
  "\taddq $128, %rsp\n"                                     \
  "\tpopq %r11\n\tpopq %rax\n\tpopq %r9\n\tpopq %r8\n"       \
  "\tpopq %rcx\n\tpopq %rdx\n\tpopq %rsi\n\tpopq %rdi\n"     \
  "\tpopq %rbp\n"
// clang-format on
