// The border itself, in assembler: in and out of the program with nothing believed but the border.
#include "emulator/program.h"

#include <cstddef>
#include <cstdint>
#include <exception>

#include "checker/checker.h"
#include "checker/looks.h"
#include "checker/own_memory.h"
#include "checker/resume.h"
#include "device/border/callable.h"
#include "device/border/embedding.h"
#include "device/border/kept_arguments.h"
#include "device/state.h"
#include "device/threads/fiber.h"

namespace emu {

std::uintptr_t emulator_program_stack = 0;

bool is_devices_own(const void* function) {
  checker::Segment& code = state.border.own_code;
  if (code.size == 0) code = checker::text_around(reinterpret_cast<const void*>(&is_devices_own));
  return reinterpret_cast<std::uintptr_t>(function) - code.begin < code.size;
}

void must_be_callable(const void* function) {
  if (!may_call(reinterpret_cast<std::uintptr_t>(function)))
    refuse_program("has a function called that is not its own");
}

}  // namespace emu

#ifdef __x86_64__

// ---- The border: System V's calling convention --------------------------------------------------

namespace emu {

namespace {

/// What the embedder's registers were when it called the entry point.
struct Outside {
  std::uint64_t rbx, rbp, r12, r13, r14, r15, rsp, returns_to;
  std::uint64_t entry_point, arguments_size;  // what it calls
};

}  // namespace

extern "C" {
// Named by the assembler text below.
[[gnu::visibility("hidden"), gnu::used]] Outside emulator_outside;
void emulator_enter_outermost();
std::uint64_t emulator_enter(std::uint64_t function, std::uint64_t first, std::uint64_t second,
                             std::uint64_t third, void** entered, std::uintptr_t* lowest);
void emulator_call();
[[noreturn]] void emulator_refuse_return() { refuse_program("returns to where it was not called"); }
/// The stack pointer behind the border of the running thread.
[[gnu::visibility("hidden"), gnu::used]] void* emulator_entered() { return running->entered; }
[[gnu::visibility("hidden"), gnu::used]] void emulator_must_be_callable(std::uint64_t function) {
  if (!may_call(function)) refuse_program("calls what is no function of its own");
}
}

static_assert(offsetof(Outside, returns_to) == 56 && offsetof(Outside, entry_point) == 64 &&
              offsetof(Outside, arguments_size) == 72);
static_assert(looks::kCallersFrames * sizeof(looks::Closed) == 80 && looks::kMargin == 63);

// emulator_enter saves what the convention says and where the stack stands; when the function
// returns, to emulator_came_back, only that is believed, and it must have come back from there and
// not to another border that is farther in or out. `entered` (%r8) is a place outside the
// stacks; the one before it stands on the stack. From there on (`lowest`, %r9) the program may not
// write to the stack, up to its own frames.
asm(R"(
	.text
	.p2align 4
	.type emulator_enter, @function
emulator_enter:
	.cfi_startproc
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq %rbx
	.cfi_offset %rbx, -24
	pushq %r12
	.cfi_offset %r12, -32
	pushq %r13
	.cfi_offset %r13, -40
	pushq %r14
	.cfi_offset %r14, -48
	pushq %r15
	.cfi_offset %r15, -56
	subq $8, %rsp
	pushq (%r8)
	pushq %r8
	movq %rsp, (%r8)
	movq %rsp, (%r9)
	movq %rdi, %r11
	movq %rsi, %rdi
	movq %rdx, %rsi
	movq %rcx, %rdx
	call *%r11
	.globl emulator_came_back
	.type emulator_came_back, @object
emulator_came_back:
	pushq %rax
	call emulator_entered
	movq %rax, %rcx
	popq %rax
	cmpq %rcx, %rsp
	jne .Lelsewhere
	popq %r8
	popq (%r8)
	addq $8, %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
	.cfi_remember_state
	.cfi_def_cfa %rsp, 8
	ret
.Lelsewhere:
	.cfi_restore_state
	andq $-16, %rsp
	call emulator_refuse_return
	.cfi_endproc
	.size emulator_enter, . - emulator_enter

	.p2align 4
	.type emulator_enter_outermost, @function
emulator_enter_outermost:
	leaq emulator_outside(%rip), %r11
	movq %rbx, (%r11)
	movq %rbp, 8(%r11)
	movq %r12, 16(%r11)
	movq %r13, 24(%r11)
	movq %r14, 32(%r11)
	movq %r15, 40(%r11)
	movq %rsp, 48(%r11)
	movq (%rsp), %r10
	movq %r10, 56(%r11)
	leaq 8(%rsp), %r10
	addq 72+emulator_outside(%rip), %r10
	subq $63, %r10
	movq emulator_closed@GOTPCREL(%rip), %r11
	movq %r10, 80(%r11)
	leaq .Lleft(%rip), %r10
	movq %r10, (%rsp)
	movq 64+emulator_outside(%rip), %r10
	jmp *%r10
	.globl emulator_left
	.type emulator_left, @object
.Lleft:
emulator_left:
	leaq emulator_outside(%rip), %r11
	movq (%r11), %rbx
	movq 8(%r11), %rbp
	movq 16(%r11), %r12
	movq 24(%r11), %r13
	movq 32(%r11), %r14
	movq 40(%r11), %r15
	movq 48(%r11), %rsp
	addq $8, %rsp
	jmp *56(%r11)
	.size emulator_enter_outermost, . - emulator_enter_outermost

	.p2align 4
	.globl emulator_call
	.type emulator_call, @function
emulator_call:
)" KEEP_ARGUMENTS R"(
	movq %r11, %rdi
	call emulator_must_be_callable
)" GIVE_ARGUMENTS_BACK R"(
	jmp *%r11
	.size emulator_call, . - emulator_call
)");

/// What lies above a device thread's own frames is none of its local memory.
static void close_outer_frames(Fiber& fiber, const void* frame) {
  if (fiber.number == Fiber::kHost || fiber.entered != nullptr) return;
  fiber.local_end = reinterpret_cast<std::uintptr_t>(frame);
  checker::set_stack(fiber.stack_begin, fiber.local_end);
}

namespace {

/// While the host calls the program back: what the program says of its stack meanwhile is
/// forgotten, and the frames in between are closed.
class CalledBack {
 public:
  explicit CalledBack(const void* frame)
      : closed_(reinterpret_cast<std::uintptr_t>(frame) - kMostBelow, stack_) {}
  ~CalledBack() { emulator_program_stack = stack_; }
  CalledBack(const CalledBack&) = delete;
  CalledBack& operator=(const CalledBack&) = delete;
  std::uintptr_t* lowest() const { return closed_.begin(); }

 private:
  static constexpr std::uintptr_t kMostBelow = 4096;  // of what is below the frame and ours
  std::uintptr_t stack_ = emulator_program_stack;
  checker::ClosedFrames closed_;
};

}  // namespace

namespace {

/// An exception may leave out the border's end: then it does it here.
class Entered {
 public:
  explicit Entered(const void* frame) : frame_(reinterpret_cast<std::uintptr_t>(frame)) {}
  ~Entered() {
    fiber_.entered = before_;
    if (!has_returned_) [[unlikely]]
      forget_returns(frame_);
  }
  /// No exception is on its way. To ask the C++ library for them takes as long as a thread does.
  detail::Word returned(detail::Word result) {
    has_returned_ = true;
    return result;
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  std::uintptr_t frame_;
  Fiber& fiber_ = *running;
  void* before_ = running->entered;
  bool has_returned_ = false;
};

}  // namespace

detail::Word detail::enter_program(Word function, Word first, Word second, Word third) {
  must_be_callable(reinterpret_cast<const void*>(function));
  const void* const frame = __builtin_frame_address(0);
  Entered entered(frame);
  close_outer_frames(*running, frame);
  use_shadow_stack(frame);
  if (running->number == Fiber::kHost && emulator_program_stack != 0) {
    const CalledBack called_back(frame);
    return entered.returned(
        emulator_enter(function, first, second, third, &running->entered, called_back.lowest()));
  }
  std::uintptr_t ignored = 0;
  return entered.returned(
      emulator_enter(function, first, second, third, &running->entered, &ignored));
}

}  // namespace emu

EmulatorFunction emulator_entry(EmulatorFunction function, std::size_t arguments_size) {
  emu::must_be_callable(reinterpret_cast<const void*>(function));
  emu::emulator_outside.entry_point = reinterpret_cast<std::uint64_t>(function);
  emu::emulator_outside.arguments_size = arguments_size;
  // The embedder may call from a frame somewhat farther out.
  constexpr std::size_t kMostAbove = 64 << 10;
  emu::use_shadow_stack(static_cast<const char*>(__builtin_frame_address(0)) + kMostAbove);
  // Nothing of the program's lies above. Where its own frames end is known when it is entered.
  emulator_closed[emu::looks::kCallersFrames].size = (std::size_t{1} << 30) + emu::looks::kMargin;
  return &emu::emulator_enter_outermost;
}

#else

emu::detail::Word emu::detail::enter_program(Word function, Word first, Word second, Word third) {
  return reinterpret_cast<Word (*)(Word, Word, Word)>(function)(first, second, third);
}

EmulatorFunction emulator_entry(EmulatorFunction function, std::size_t) { return function; }

#endif
