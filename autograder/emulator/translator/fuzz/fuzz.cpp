// The entry point for libFuzzer, which looks for input that breaks the translator. To run it:
//
//   cmake -B build -DCOURSE_FUZZ=ON && cmake --build build --target translator_fuzz
//   build/autograder/emulator/translator/fuzz/translator_fuzz.out -max_total_time=600 NEW CORPUS
//
// CORPUS is the folder corpus/ next to this file. What is found goes there under a name that says
// what it is. The test translator_fuzz_replay tries that corpus, all programs of tests/, monsters
// such as a gigabyte of `<`, and 5,000 chance mutations that are the same each time.
#include <cstddef>
#include <cstdint>

#include "translator/fuzz/anything.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  emu::translator::translate_anything({reinterpret_cast<const char*>(data), size});
  return 0;
}
