// Control flow: a program calls functions and returns to where it was called, and nowhere else.
#include "toolchain/loaded_programs/loaded_program_fixture.h"

namespace emu::toolchain {
namespace {

constexpr const char* kNumber =
    "#include <cstdlib>\nusing Word = unsigned long;\n"
    "volatile Word opaque(Word w) { return w; }\n";

TEST_F(LoadedProgram, AnAddressIsNoFunction) {
  expect_refused(run_text(kNumber,
                          "auto* volatile f = reinterpret_cast<int (*)(int)>("
                          "reinterpret_cast<Word>(static_cast<int (*)(int)>(&std::abs)) + 16);\n"
                          "return f(n);"),
                 "the program calls what is no function of its own");
}

TEST_F(LoadedProgram, TheMiddleOfAFunctionIsNone) {
  expect_refused(
      run_text(std::string(kNumber) +
                   "__attribute__((noinline)) int own(int n) { return std::rand() + n; }\n",
               "auto* volatile f = reinterpret_cast<int (*)(int)>("
               "reinterpret_cast<Word>(&own) + 4);\n"
               "return f(n);"),
      "the program calls what is no function of its own");
}

TEST_F(LoadedProgram, NoLibraryCallsIt) {
  expect_refused(
      run_text(std::string(kNumber) + "int compare(const void*, const void*) { return 0; }\n",
               "int numbers[4] = {n, 2, 3, 4};\n"
               "auto* volatile f = reinterpret_cast<int (*)(const void*, const void*)>("
               "reinterpret_cast<Word>(&compare) + 4);\n"
               "std::qsort(numbers, 4, sizeof n, f);\nreturn numbers[0];"),
      "the program has a function called that is not its own");
}

constexpr const char* kReturnsElsewhere = "the program returns to where it was not called";

TEST_F(LoadedProgram, AReturnAddressIsNotWritten) {
  expect_refused(run_text("struct Room { unsigned long words[8]; };\n"
                          "__attribute__((noinline)) void leave(Room room) {\n"
                          "  volatile unsigned long* const w = room.words - 1;\n"
                          "  *w = *w + 1;\n}\n",
                          "leave(Room{});\nreturn n;"),
                 kReturnsElsewhere);
}

// Its own calls may be returned to, but each by whom it has called alone: elsewhere the variables
// of the function that made it lie over other things.
constexpr const char* kReturnsForAnother =
    "struct Room { unsigned long words[8]; };\n"
    "__host__ __device__ __attribute__((noinline)) void step(Room room, bool learns) {\n"
    "  volatile unsigned long* const place = room.words - 1;\n"
    "  if (learns) anothers = *place; else *place = anothers;\n}\n"
    "__host__ __device__ __attribute__((noinline)) int larger() {\n"
    "  volatile int variables[64] = {1};\n  step(Room{}, true);\n  return variables[0];\n}\n";

TEST_F(LoadedProgram, AReturnForAnotherFunctionIsNone) {
  expect_refused(
      run_text(std::string("static volatile unsigned long anothers = 0;\n") + kReturnsForAnother,
               "larger();\nstep(Room{}, false);\nreturn n;"),
      kReturnsElsewhere);
}

TEST_F(LoadedProgram, NorIsItInAKernel) {
  expect_refused(
      run_text("__device__ volatile unsigned long anothers;\n" + std::string(kReturnsForAnother) +
                   "__global__ void kernel() { larger(); step(Room{}, false); }\n",
               "kernel<<<1, 1>>>();\nreturn cudaDeviceSynchronize();"),
      kReturnsElsewhere);
}

TEST_F(LoadedProgram, TheCallersFramesAreClosed) {
  expect_refused(run_text("",
                          "volatile char here = 0;\n"
                          "for (int i = 0; i < 4096; ++i) (&here)[i] = 0;\nreturn here;"),
                 kEndsAtOnce);
}

/// Sets to nothing what stands on the stack behind where it is called.
constexpr const char* kSpoils =
    "#include <cstdlib>\n"
    "__attribute__((noinline)) void spoil() {\n"
    "  volatile unsigned long here = 0;\n"
    "  volatile auto at = reinterpret_cast<unsigned long>(&here);\n"
    "  auto* const words = reinterpret_cast<volatile unsigned long*>(at);\n"
    "  for (int i = 0; i < 64; ++i) if (words[i] != 0) words[i] = words[i] + 1;\n}\n"
    "int compare(const void*, const void*) { spoil(); return 0; }\n"
    "struct Ball { ~Ball() { spoil(); } };\n"
    "void called(void*) { spoil(); }\n";

TEST_F(LoadedProgram, TheFramesOfWhoCallsBackAreClosed) {
  for (const char* calls :
       {"int numbers[2] = {2, 1};\nstd::qsort(numbers, 2, sizeof n, &compare);",
        "cudaLaunchHostFunc(nullptr, &called, nullptr);\ncudaDeviceSynchronize();",
        "try { throw Ball(); } catch (const Ball&) {}"}) {
    SCOPED_TRACE(calls);
    expect_refused(run_text(kSpoils, std::string(calls) + "\nreturn n;"), kEndsAtOnce);
  }
  expect_refused(run_text(std::string(kSpoils) + "struct First { First() { spoil(); } } first;\n",
                          "return n;"),
                 kEndsAtOnce);
}

}  // namespace
}  // namespace emu::toolchain
