// `const volatile int x[8];`: g++ calls no hook for a constant, and puts one that is volatile where
// it can be written. So exercises have none, however they spell the type.
#pragma once

#include <string>

namespace emu::toolchain {

/// A line for each such variable of the object file `object`, which has all debug information:
/// `x.cu(3): error: x is const and volatile: …`. Empty when there is none, or none could be read.
std::string refused_constants(const std::string& object);

}  // namespace emu::toolchain
