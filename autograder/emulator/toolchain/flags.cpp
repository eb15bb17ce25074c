#include "toolchain/flags.h"

#include <unistd.h>

#include <string_view>

#include "toolchain/objects/control_flow.h"
#include "toolchain/objects/wrapped_calls.h"
#include "toolchain/user_macros.h"

namespace emu::toolchain {
namespace {

void append(Command& command, std::initializer_list<std::string> words) {
  command.insert(command.end(), words);
}

void append(Command& command, const std::vector<std::string>& words) {
  command.insert(command.end(), words.begin(), words.end());
}

// g++ would expand memcpy, strncpy, sprintf and their kin without a word where sizes and texts are
// constant. As plain functions they are wrapped at the link, or are none that may be called.
void append_plain_functions(Command& command) {
#define GUARDED(name) append(command, {"-fno-builtin-" #name});
#include "device/border/guarded.inc"
#undef GUARDED
  for (const char* name : {"memcpy", "memset", "memmove", "mempcpy", "bcopy", "bzero", "stpcpy",
                           "stpncpy", "strdup", "strndup", "vsprintf"})
    append(command, {std::string("-fno-builtin-") + name});
}

// Every access to memory calls a `__tsan_*` function, which libemulator defines. Nothing of the
// compiler's own runtime is linked. An index beyond an array of known size calls
// `__ubsan_handle_out_of_bounds`; compilers may not conclude from such an array how often its loop
// runs. The C++ library's headers name memcpy and its kin as builtins,
// as in std::copy. A struct in memory that is handed over by value is read without a look by g++,
// unless its constructor reads it. Both would make one access, or one barrier, of two alike at the
// ends of two branches; then it has no line. That ThreadSanitizer has no fences concerns no user.
void append_checks(Command& command, const CommandLine& line) {
  if (!line.checked) return;
  // Compilers know that nobody sees memory of malloc that is freed again, and leave out its use.
  append(command,
         {"-fsanitize=thread", "-fno-builtin-malloc", "-fno-builtin-calloc", "-fno-builtin-free"});
  append(command, {is_clang(line.compiler) ? "-fsanitize=array-bounds" : "-fsanitize=bounds"});
  // Looks push registers wherever memory is touched (memory_looks.h); headers are precompiled for
  // all programs alike.
  if (guides_control_flow()) append(command, {"-mno-red-zone"});
  if (is_clang(line.compiler)) {
    append(
        command,
        {"-mllvm", "-tsan-distinguish-volatile", "-mllvm", "-tsan-instrument-func-entry-exit=0",
         "-mllvm", "-tsan-instrument-read-before-write", "-mllvm", "-simplifycfg-sink-common=false",
         "-mllvm", "-simplifycfg-hoist-common=false", "-mllvm", "-enable-tail-merge=0"});
  } else {
    append(command,
           {"--param=tsan-distinguish-volatile=1", "--param=tsan-instrument-func-entry-exit=0",
            "-D__builtin_memcpy=memcpy", "-D__builtin_memset=memset", "-D__builtin_memmove=memmove",
            "-fno-elide-constructors", "-fno-aggressive-loop-optimizations", "-fno-tree-tail-merge",
            "-fno-crossjumping", "-fno-code-hoisting", "-Wno-tsan"});
    append_plain_functions(command);
  }
}

// Messages find their line by the return address of the call in the user's code, so that call must
// not become a jump. CUDA programs look at an int4 as four pairs of halves and the like, which
// works with nvcc, so types say nothing about aliasing; old reductions add to what is volatile,
// which C++20 deprecates and nvcc's C++17 does not. Clang's `-fsanitize=thread` reports the guards
// of static variables even where it is told not to look; all device threads are one thread of the
// host's, so they need no guards. Large frames are touched page by page: none steps over the guard
// page below its thread's stack. Some systems' compilers put in calls of functions with other
// names, such as __memcpy_chk, unless _FORTIFY_SOURCE is taken back, and guard stacks by ending the
// program before anything of it is reported. A kernel's `new` returns null
// when the heap is full (H3); on the host it never does, and compilers would leave out the
// program's look.
void append_code_generation(Command& command, const CommandLine& line) {
  append(command, {"-fPIC", "-fno-optimize-sibling-calls", "-fno-strict-aliasing",
                   "-fstack-clash-protection", "-fno-stack-protector", "-fcheck-new",
                   "-U_FORTIFY_SOURCE", "-Wno-unknown-pragmas"});
  append(command, {is_clang(line.compiler) ? "-Wno-deprecated-volatile" : "-Wno-volatile"});
  if (!is_clang(line.compiler)) return;
  // libdw finds nothing by address without the table of ranges, which g++ always writes. Clang
  // takes for granted that nobody passes what was never set, and so that every lane is the leader
  // in `int old; if (rank == 0) old = atomicAdd(…); old = group.shfl(old, 0);`. Before version 17
  // it knows no -fcheck-new, but where null pointers may be valid it does not take `new` for never
  // null; and only where it knows no library does it keep a `new` whose memory is never used.
  append(command, {"-fno-threadsafe-statics", "-ftrivial-auto-var-init=pattern", "-gdwarf-aranges",
                   "-fno-delete-null-pointer-checks", "-fno-builtin", "-Wno-c++2b-extensions",
                   "-Wno-unused-command-line-argument", "-Wno-pass-failed"});
}

// The user's flags come last: of two that contradict each other, compilers take the later.
Command compiler_with_flags(const CommandLine& line, const std::vector<std::string>& users) {
  Command command = {line.compiler, "-std=" + line.standard, "-O2", "-g1"};
  append_code_generation(command, line);
  if (isatty(STDERR_FILENO) != 0) append(command, {"-fdiagnostics-color=always"});
  append_checks(command, line);
  append(command, users);
  return command;
}

Command compiler_for_cuda(const CommandLine& line) {
  return compiler_with_flags(
      line, line.untrusted ? line.compile_flags : flags_without_user_text(line.compile_flags));
}

void append_headers(Command& command, const Installation& where) {
  append(command,
         {"-isystem", where.precompiled.string(), "-isystem", where.include.string(), "-isystem",
          (where.include / "more").string(), "-isystem", (where.include / "libraries").string()});
}

// Findings name lines of the user's. libemulator.so knows the emulator's headers, whose lines these
// are not, by the place where they were when it was built (checker/messages/source_line.cpp).
void append_name_of_headers(Command& command, const Installation& where) {
  if (where.include != EMUCC_INCLUDE)
    append(command, {"-fdebug-prefix-map=" + where.include.string() + "=" EMUCC_INCLUDE});
}

void append_cuda_macros(Command& command, const CommandLine& line) {
  append(command,
         {"-D__CUDACC__=1", "-D__NVCC__=1", "-D__CUDACC_RDC__=1", "-D__EMULATOR__=1",
          "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88",
          "-D__CUDACC_EXTENDED_LAMBDA__=1", "-D__CUDACC_RELAXED_CONSTEXPR__=1"});
  if (line.cdp1) append(command, {"-DCUDA_FORCE_CDP1_IF_SUPPORTED"});
}

// The precompiled header is made without these, and never asks for them.
void append_arch(Command& command, const CommandLine& line, For side) {
  const std::string arch = std::to_string(line.arch);
  append(command, {"-D__CUDA_ARCH_LIST__=" + arch});
  if (side == For::kDevice) append(command, {"-D__CUDA_ARCH__=" + arch});
}

// If libemulator.so was built with AddressSanitizer, its runtime must be the first library that a
// program loads. By its path: clang++ would link another one of its own.
void append_sanitizer(Command& command) {
  const std::string sanitizer = EMUCC_SANITIZER;
  if (sanitizer.empty()) return;
  append(command, {"-Wl,--push-state,--no-as-needed", sanitizer, "-Wl,--pop-state"});
}

}  // namespace

Command preprocess_command(const CommandLine& line, const Installation& where,
                           const std::string& source, const std::string& preprocessed,
                           const std::string& users_text, For side) {
  Command command = compiler_for_cuda(line);
  append_cuda_macros(command, line);
  append_arch(command, line, side);
  append_headers(command, where);
  if (!is_clang(line.compiler)) append(command, {"-fpch-preprocess"});
  append(command, {"-include", "emulator/prefix.h"});
  if (!users_text.empty()) append(command, {"-include", users_text});
  append(command, {"-E", "-x", "c++", source, "-o", preprocessed});
  return command;
}

namespace {

// Tables of jumps would be one more kind of indirect jump. The looks use two registers that calls
// may change; g++ counts on it where it sees that a function of the program's own does not.
void append_output(Command& command, const CommandLine& line, const std::string& source,
                   const std::string& object) {
  append(command, {line.looks() ? "-S" : "-c", source, "-o", object});
  if (!line.guided()) return;
  append(command, {"-fno-jump-tables", "-fcf-protection=none"});
  if (!is_clang(line.compiler)) append(command, {"-fno-ipa-ra"});
}

}  // namespace

Command compile_translated_command(const CommandLine& line, const Installation& where,
                                   const std::string& translated, const std::string& object) {
  Command command = compiler_for_cuda(line);
  append_name_of_headers(command, where);
  if (is_clang(line.compiler)) {
    append(command, {"-x", "c++-cpp-output"});
  } else {
    append(command, {"-fpreprocessed", "-x", "c++"});
  }
  append_output(command, line, translated, object);
  return command;
}

Command assemble_command(const CommandLine& line, const std::string& assembly,
                         const std::string& object) {
  return {line.compiler, "-c", assembly, "-o", object};
}

Command compile_cpp_command(const CommandLine& line, const Installation& where,
                            const std::string& source, const std::string& object) {
  Command command = compiler_with_flags(line, line.compile_flags);
  append_name_of_headers(command, where);
  append(command, {"-D__EMULATOR__=1"});
  // The C++ library's headers take memset for known, under the name that the checks change.
  append(command, {"-include", "string.h"});
  append_headers(command, where);
  append(command, {"-x", "c++", "-c", source, "-o", object});
  return command;
}

Command link_command(const CommandLine& line, const Installation& where,
                     const std::vector<std::string>& objects, const std::string& exports,
                     const std::string& output) {
  Command command = {line.compiler};
  if (line.goal == Goal::kSharedLibrary) append(command, {"-shared"});
  if (!exports.empty()) append(command, {"-Wl,-Bsymbolic", "-Wl,--version-script=" + exports});
  for (const std::string& name : wrapped_functions(line)) append(command, {"-Wl,--wrap=" + name});
  // What the loader has bound stays as it is: an exercise cannot point a hook at code of its own.
  append(command, {"-Wl,-z,relro,-z,now"});
  append_sanitizer(command);
  append(command, objects);
  append(command, line.link_flags);
  // As nvcc does with what it hands to the compiler.
  for (const std::string& flag : line.compile_flags)
    if (flag.starts_with("-fopenmp")) command.push_back(flag);
  // By its name, not its path: where a class is graded, programs run that have it in another place.
  const std::string folder = where.library.parent_path().string();
  append(command, {"-L" + folder, "-lemulator", "-Wl,-rpath," + folder, "-o", output});
  return command;
}

Command precompile_command(const CommandLine& line, const Installation& where,
                           const std::string& output) {
  Command command = compiler_with_flags(line, line.compile_flags);
  append_cuda_macros(command, line);
  append_headers(command, where);
  append(command, {"-w"});  // `#pragma once` in a main file
  append(command, {"-x", "c++-header", (where.include / "emulator" / "prefix.h").string(), "-MD",
                   "-MF", output + ".d", "-MT", output, "-o", output});
  return command;
}

}  // namespace emu::toolchain
