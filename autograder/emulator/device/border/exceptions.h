// The exceptions of a guided program's that the C++ library has not destroyed yet.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>

#include "memory/own.h"

namespace emu {

using Destructor = void (*)(void*);

/// What the C++ library keeps of an exception, in front of the object:
/// `__cxa_refcounted_exception`.
using ExceptionHeader = std::array<std::byte, 128>;

struct Exception {
  Destructor destroy = nullptr;  // the C++ library would return from it to an address of its own
  // While code of the program's runs, which may write there: how the library has left it.
  ExceptionHeader header{};
  bool is_kept = false;
};

using Exceptions = std::map<void*, Exception, std::less<>,
                            memory::OwnAllocator<std::pair<void* const, Exception>>>;

}  // namespace emu
