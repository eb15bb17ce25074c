// libFuzzer's way in; see README.md for how to run it.
#include <cstddef>
#include <cstdint>

#include "translator/fuzz/anything.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  emu::translator::translate_anything({reinterpret_cast<const char*>(data), size});
  return 0;
}
