#include "emulator/program.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string_view>
#include <typeinfo>

#include "checker/checker.h"
#include "checker/own_memory.h"
#include "checker/resume.h"
#include "device/embedding.h"
#include "device/fiber.h"
#include "memory/own.h"

namespace emu {

namespace {

/// The program's code, and the number that stands in front of each of its functions.
struct Guided {
  std::uintptr_t code = 0;
  std::size_t code_size = 0;
  std::uint32_t entry_mark = 0;
} guided;

/// Functions of libraries, sorted.
memory::OwnVector<std::uintptr_t>& admitted() {
  static memory::OwnVector<std::uintptr_t> functions;
  return functions;
}

bool begins_function(std::uintptr_t address) {
  if (address - guided.code - sizeof guided.entry_mark >= guided.code_size) return false;
  std::uint32_t mark = 0;
  std::memcpy(&mark, reinterpret_cast<const char*>(address) - sizeof mark, sizeof mark);
  return mark == guided.entry_mark;
}

bool may_call(std::uintptr_t address) {
  return guided.code_size == 0 || begins_function(address) ||
         std::binary_search(admitted().begin(), admitted().end(), address);
}

[[noreturn]] void refuse(const char* what) {
  std::fprintf(
      stderr, "the program %s: its memory was overwritten, or an address made of a number\n", what);
  std::abort();
}

// ---- What a program may name --------------------------------------------------------------------

void admit(std::uintptr_t address) { admitted().push_back(address); }

/// What the loader has put into the program's tables: the addresses of all that it names.
void admit_named(const link_map& program, const ElfW(Rela) * entries, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes / sizeof *entries; ++i) {
    if (ELF64_R_SYM(entries[i].r_info) == 0) continue;
    std::uintptr_t address = 0;
    std::memcpy(&address, reinterpret_cast<const void*>(program.l_addr + entries[i].r_offset),
                sizeof address);
    admit(address);
  }
}

void admit_all_named(const link_map& program) {
  const ElfW(Rela)* variables = nullptr, *calls = nullptr;
  std::size_t variables_size = 0, calls_size = 0;
  for (const ElfW(Dyn)* entry = program.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto* const at = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_RELA) variables = at;
    if (entry->d_tag == DT_RELASZ) variables_size = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) calls = at;
    if (entry->d_tag == DT_PLTRELSZ) calls_size = entry->d_un.d_val;
  }
  admit_named(program, variables, variables_size);
  admit_named(program, calls, calls_size);
}

// Classes of the C++ library whose objects programs get without naming the class.
constexpr const char* kClasses[] = {
    "_ZTVSt9exception",
    "_ZTVSt9bad_alloc",
    "_ZTVSt20bad_array_new_length",
    "_ZTVSt8bad_cast",
    "_ZTVSt10bad_typeid",
    "_ZTVSt17bad_function_call",
    "_ZTVSt11logic_error",
    "_ZTVSt12domain_error",
    "_ZTVSt16invalid_argument",
    "_ZTVSt12length_error",
    "_ZTVSt12out_of_range",
    "_ZTVSt13runtime_error",
    "_ZTVSt11range_error",
    "_ZTVSt14overflow_error",
    "_ZTVSt15underflow_error",
    "_ZTVSt13bad_exception",
    "_ZTVSt5ctypeIcE",
    "_ZTVSt8ios_base7failureB5cxx11",
    "_ZTVNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE",
    "_ZTVSo"};

void admit_virtual_functions(const char* table) {
  const void* const symbol = dlsym(RTLD_DEFAULT, table);
  Dl_info where;
  const ElfW(Sym)* entry = nullptr;
  if (symbol == nullptr ||
      dladdr1(symbol, &where, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&entry)),
              RTLD_DL_SYMENT) == 0 ||
      entry == nullptr)
    return;
  const auto* const words = static_cast<const std::uintptr_t*>(symbol);
  for (std::size_t i = 0; i < entry->st_size / sizeof *words; ++i) admit(words[i]);
}

/// The code around an address of the program's.
void find_code(const void* address, std::uint32_t entry_mark) {
  const checker::Segment code = checker::text_around(address);
  guided = {code.begin, code.size, entry_mark};
}

/// What stands in a program that was compiled so (toolchain/control_flow.cpp).
struct ProgramTable {
  std::int64_t constructors, constructors_end, code;  // distances, each from where it stands
  std::uint32_t entry_mark_complement;
};

const void* at(const std::int64_t& distance) {
  return reinterpret_cast<const char*>(&distance) + distance;
}

void run_constructors(const ProgramTable& table) {
  using Constructor = void (*)();
  const auto* const end = static_cast<const Constructor*>(at(table.constructors_end));
  for (const auto* one = static_cast<const Constructor*>(at(table.constructors)); one != end; ++one)
    if (*one != nullptr) call_program(*one);
}

// ---- Exceptions ---------------------------------------------------------------------------------

using Destructor = void (*)(void*);

/// How to destroy what was thrown: the C++ library would return from it to an address of its own.
using Thrown = std::map<void*, Destructor, std::less<>,
                        memory::OwnAllocator<std::pair<void* const, Destructor>>>;
Thrown& thrown() {
  static Thrown objects;
  return objects;
}

void destroy_thrown(void* object) {
  const auto found = thrown().find(object);
  if (found == thrown().end()) return;
  const Destructor destroy = found->second;
  thrown().erase(found);
  call_program(destroy, object);
}

}  // namespace

bool is_devices_own(const void* function) {
  static const checker::Segment code =
      checker::text_around(reinterpret_cast<const void*>(&is_devices_own));
  return reinterpret_cast<std::uintptr_t>(function) - code.begin < code.size;
}

/// What compilers have written of a class cannot be written to.
void must_be_constant(const void* description) {
  if (checker::module_part(reinterpret_cast<std::uintptr_t>(description)) !=
      checker::ModulePart::kConstant)
    refuse("has made the description of a class");
}

void must_be_callable(const void* function) {
  if (!may_call(reinterpret_cast<std::uintptr_t>(function)))
    refuse("has a function called that is not its own");
}

}  // namespace emu

#ifdef __x86_64__

// ---- The border: System V's calling convention --------------------------------------------------

namespace emu {

namespace {

/// What the embedder's registers were when it called the entry point.
struct Outside {
  std::uint64_t rbx, rbp, r12, r13, r14, r15, rsp, returns_to;
};

}  // namespace

extern "C" {
// Named by the assembler text below.
[[gnu::visibility("hidden"), gnu::used]] Outside emulator_outside;
[[gnu::visibility("hidden"), gnu::used]] std::uint64_t emulator_entry_point;
[[gnu::visibility("hidden"), gnu::used]] std::uint64_t emulator_arguments_size;
void emulator_enter_outermost();
std::uint64_t emulator_enter(std::uint64_t function, std::uint64_t first, std::uint64_t second,
                             std::uint64_t third, void** entered);
void emulator_call();
[[noreturn]] void emulator_refuse_return() { refuse("returns to where nothing was called"); }
/// The stack pointer behind the border of the running thread.
[[gnu::visibility("hidden"), gnu::used]] void* emulator_entered() { return running->entered; }
[[gnu::visibility("hidden"), gnu::used]] void emulator_must_be_callable(std::uint64_t function) {
  if (!may_call(function)) refuse("calls what is no function of its own");
}
}

static_assert(offsetof(Outside, returns_to) == 56);

// emulator_enter saves what the convention says and where the stack stands; when the function
// returns, to emulator_came_back, only that is believed. `entered` (%r8) is a place outside the
// stacks; the one before it stands on the stack, which the program may not write to above its own
// frames.
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
	movq %rcx, %rsp
	popq %r8
	popq (%r8)
	addq $8, %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
	.cfi_def_cfa %rsp, 8
	ret
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
	addq emulator_arguments_size(%rip), %r10
	movq _ZN3emu7checker12closed_stackE@GOTPCREL(%rip), %r11
	movq %r10, (%r11)
	leaq .Lleft(%rip), %r10
	movq %r10, (%rsp)
	movq emulator_entry_point(%rip), %r10
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
	pushq %rbp
	movq %rsp, %rbp
	pushq %rdi
	pushq %rsi
	pushq %rdx
	pushq %rcx
	pushq %r8
	pushq %r9
	pushq %rax
	pushq %r11
	subq $128, %rsp
	movups %xmm0, (%rsp)
	movups %xmm1, 16(%rsp)
	movups %xmm2, 32(%rsp)
	movups %xmm3, 48(%rsp)
	movups %xmm4, 64(%rsp)
	movups %xmm5, 80(%rsp)
	movups %xmm6, 96(%rsp)
	movups %xmm7, 112(%rsp)
	movq %r11, %rdi
	call emulator_must_be_callable
	movups (%rsp), %xmm0
	movups 16(%rsp), %xmm1
	movups 32(%rsp), %xmm2
	movups 48(%rsp), %xmm3
	movups 64(%rsp), %xmm4
	movups 80(%rsp), %xmm5
	movups 96(%rsp), %xmm6
	movups 112(%rsp), %xmm7
	addq $128, %rsp
	popq %r11
	popq %rax
	popq %r9
	popq %r8
	popq %rcx
	popq %rdx
	popq %rsi
	popq %rdi
	popq %rbp
	jmp *%r11
	.size emulator_call, . - emulator_call
)");

/// What lies above a device thread's own frames is none of its local memory.
static void close_outer_frames(Fiber& fiber, const void* frame) {
  if (fiber.number == Fiber::kHost || fiber.entered != nullptr) return;
  fiber.local_end = reinterpret_cast<std::uintptr_t>(frame);
  checker::set_stack(fiber.stack_begin(), fiber.local_end);
}

detail::Word detail::enter_program(Word function, Word first, Word second, Word third) {
  must_be_callable(reinterpret_cast<const void*>(function));
  close_outer_frames(*running, __builtin_frame_address(0));
  return emulator_enter(function, first, second, third, &running->entered);
}

}  // namespace emu

EmulatorFunction emulator_entry(EmulatorFunction function, std::size_t arguments_size) {
  emu::must_be_callable(reinterpret_cast<const void*>(function));
  emu::emulator_entry_point = reinterpret_cast<std::uint64_t>(function);
  emu::emulator_arguments_size = arguments_size;
  emu::checker::closed_stack.size = std::size_t{1} << 30;  // nothing of the program's lies above
  return &emu::emulator_enter_outermost;
}

#else

emu::detail::Word emu::detail::enter_program(Word function, Word first, Word second, Word third) {
  return reinterpret_cast<Word (*)(Word, Word, Word)>(function)(first, second, third);
}

EmulatorFunction emulator_entry(EmulatorFunction function, std::size_t) { return function; }

#endif

void emulator_begin_program(const void* begin) {
  using namespace emu;
  if (begin == nullptr) return;
  const auto& table = *static_cast<const ProgramTable*>(begin);
  Dl_info where;
  link_map* program = nullptr;
  if (dladdr1(begin, &where, reinterpret_cast<void**>(&program), RTLD_DL_LINKMAP) == 0) return;
  admit_all_named(*program);
  for (const char* one : kClasses) admit_virtual_functions(one);
  std::sort(admitted().begin(), admitted().end());
  find_code(at(table.code), ~table.entry_mark_complement);
  run_constructors(table);
}

// An exercise's own calls of these come here (`--wrap`, toolchain/flags.cpp).
extern "C" {

[[noreturn]] void __wrap___cxa_throw(void* object, std::type_info* type, emu::Destructor destroy) {
  emu::must_be_constant(type);
  if (destroy != nullptr) emu::thrown()[object] = destroy;
  abi::__cxa_throw(object, type, destroy == nullptr ? nullptr : &emu::destroy_thrown);
}

/// Who catches an exception is asked of the description of its class.
[[noreturn]] void __wrap___cxa_rethrow() {
  if (const std::type_info* type = abi::__cxa_current_exception_type()) emu::must_be_constant(type);
  abi::__cxa_rethrow();
}

void* __wrap___dynamic_cast(const void* object, const abi::__class_type_info* from,
                            const abi::__class_type_info* to, std::ptrdiff_t hint) {
  const void* virtual_functions = nullptr;
  std::memcpy(&virtual_functions, object, sizeof virtual_functions);
  for (const void* described :
       {virtual_functions, static_cast<const void*>(from), static_cast<const void*>(to)})
    emu::must_be_constant(described);
  return abi::__dynamic_cast(object, from, to, hint);
}

/// Nothing of an exercise's runs when its process ends: see finish.cpp for __cxa_atexit.
int __wrap___cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
}
