// Makes the checker ready before anything else in the process runs, since hooks are called from the
// first static initialiser of the user's code on.
#pragma once

namespace emu::checker {

/// Done once, however often it is called: before main, or when the device asks for `host_work`
/// first.
void begin();

}  // namespace emu::checker
