// From one stack to another.
//
// On x86-64 this is a handful of instructions where the thread waits, which do what Boost.Context's
// jump does. The difference is that nothing is called: a processor predicts where functions return
// to by the calls that it has seen, and all threads of a block come to their barrier by the same
// calls, so that every return behind an inlined switch is predicted and none behind a jump that was
// itself called. Four returns deep that is 12 ns a switch instead of 45. Elsewhere Boost.Context
// does it.
#pragma once

#ifndef __x86_64__
#include <boost/context/detail/fcontext.hpp>
#endif
#include <cstdint>

namespace emu {

/// What a stack that does not run needs to go on: opaque.
using Context = void*;

#ifdef __x86_64__

/// A context that will run `entry`, which never returns, on the stack that ends at `top`, a
/// multiple of 64.
inline Context new_context(std::uintptr_t top, std::size_t, void (*entry)()) {
  auto* stack = reinterpret_cast<void**>(top);
  *--stack = nullptr;  // where `entry` would return to: tells debuggers that here is the end
  *--stack = reinterpret_cast<void*>(entry);
  *--stack = nullptr;  // the frame pointer
  return stack;
}

/// Goes on in `to` and leaves in `from` where this stack stands.
__attribute__((always_inline)) inline void switch_stacks(Context& from, Context to) {
  Context* save = &from;
  // Pushing is allowed since this library is compiled without a red zone (CMakeLists.txt).
  asm volatile(
      "leaq 1f(%%rip), %%rdx\n\t"
      "pushq %%rdx\n\t"
      "pushq %%rbp\n\t"
      "movq %%rsp, (%%rax)\n\t"
      "movq %%rcx, %%rsp\n\t"
      "popq %%rbp\n\t"
      "popq %%rdx\n\t"
      "jmp *%%rdx\n"
      "1:"
      : "+a"(save), "+c"(to)
      :
      : "rdx", "rbx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory",
        "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
        "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

#else

namespace boost_context = boost::context::detail;

namespace detail {
inline void (*entry_of_fibers)() = nullptr;
inline void enter(boost_context::transfer_t from) {
  *static_cast<Context*>(from.data) = from.fctx;
  entry_of_fibers();
}
}  // namespace detail

inline Context new_context(std::uintptr_t top, std::size_t size, void (*entry)()) {
  detail::entry_of_fibers = entry;
  return boost_context::make_fcontext(reinterpret_cast<void*>(top), size, &detail::enter);
}

inline void switch_stacks(Context& from, Context to) {
  const boost_context::transfer_t back = boost_context::jump_fcontext(to, &from);
  *static_cast<Context*>(back.data) = back.fctx;
}

#endif

}  // namespace emu
