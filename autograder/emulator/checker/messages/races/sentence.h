// What is said of a race: WHO does WHAT to which memory, which WHO ELSE did, and why that is wrong.
#pragma once

#include "checker/messages/races/cause.h"

namespace emu::checker {

Diagnostic diagnostic_of(const TwoAccesses& two, const Explanation& why);

}  // namespace emu::checker
