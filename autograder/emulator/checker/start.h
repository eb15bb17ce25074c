// Makes the checker ready before anything else in the process runs, since hooks are called from the
// first static initializer of the user's code on.
#pragma once

namespace emu::checker {

/// Once the State has been made, before anything else.
void begin();

}  // namespace emu::checker
