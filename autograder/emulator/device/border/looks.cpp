// Where a look has found that an access may be to what is closed: is it?
// (toolchain/objects/memory_looks.h)
#include "checker/looks.h"

#include "checker/checker.h"
#include "checker/current.h"
#include "checker/messages/place.h"
#include "checker/own_memory.h"
#include "memory/memory.h"

#ifdef __x86_64__

namespace emu {

namespace {

/// As the assembler text below keeps them.
struct Registers {
  std::uint64_t r11, rdi, rsi, rcx;
};

bool is_foreign_stack(std::uintptr_t address) {
  return memory::in_stacks(reinterpret_cast<const void*>(address)) &&
         address - checker::now.stack_begin >= checker::now.stack_size;
}

void look_at(std::uintptr_t address, std::size_t size, bool writes, const void* site) {
  if (!checker::now.enabled || size == 0) return;
  const checker::Access access{.address = address, .size = size, .writes = writes, .site = site};
  if (checker::is_refused(access))
    checker::look_at_own(access);
  else if (writes && is_foreign_stack(address))
    checker::may_touch(access);
}

}  // namespace

extern "C" [[gnu::visibility("hidden"), gnu::used]] void emulator_look_at(const Registers& kept,
                                                                          std::uint64_t kind,
                                                                          const void* site) {
  const auto k = static_cast<unsigned>(kind);
  const auto size = static_cast<std::size_t>(looks::size(k));
  const std::size_t bytes = looks::is_repeated(k) ? kept.rcx * size : size;
  const std::uintptr_t address = looks::is_string(k) ? kept.rdi : kept.r11;
  if (looks::writes(k)) look_at(address, bytes, true, site);
  if (looks::tells(k))
    checker::check_untold({.address = address, .size = bytes, .writes = true, .site = site});
  if (looks::reads(k)) look_at(looks::writes(k) ? kept.rsi : address, bytes, false, site);
}

}  // namespace emu

// The kind lies on top of the stack, the place of the access below it. All that calls may change is
// kept: the program's compiler knows of no call.
asm(R"(
	.text
	.p2align 4
	.globl emulator_look
	.type emulator_look, @function
emulator_look:
	pushfq
	pushq %rbp
	movq %rsp, %rbp
	pushq %rax
	pushq %rdx
	pushq %r8
	pushq %r9
	pushq %r10
	pushq %rcx
	pushq %rsi
	pushq %rdi
	pushq %r11
	movq %rsp, %rdi
	subq $264, %rsp
	andq $-16, %rsp
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movups %xmm\n, 16 * \n(%rsp)
	.endr
	movq 16(%rbp), %rsi
	movq 24(%rbp), %rdx
	call emulator_look_at
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movups 16 * \n(%rsp), %xmm\n
	.endr
	leaq -72(%rbp), %rsp
	popq %r11
	popq %rdi
	popq %rsi
	popq %rcx
	popq %r10
	popq %r9
	popq %r8
	popq %rdx
	popq %rax
	popq %rbp
	popfq
	leaq 8(%rsp), %rsp
	ret
	.size emulator_look, . - emulator_look
)");

#endif
