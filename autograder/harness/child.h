// The child's side of a run: the only place where a student's code is loaded.
#pragma once

namespace harness {

/// Loads the library, calls its entry point once, and ends the process. Expects the descriptors of
/// control.h to be open.
[[noreturn]] void run_child();

}  // namespace harness
