// What a guided program has thrown and the C++ library has not destroyed yet.
#pragma once

#include <functional>
#include <map>
#include <utility>

#include "memory/own.h"

namespace emu {

using Destructor = void (*)(void*);

/// How to destroy it: the C++ library would return from that to an address of its own.
using Thrown = std::map<void*, Destructor, std::less<>,
                        memory::OwnAllocator<std::pair<void* const, Destructor>>>;

}  // namespace emu
