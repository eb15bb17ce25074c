// The child's side of a run: the only place where a student's code is loaded.
#pragma once

namespace harness {

/// Loads the library, calls its entry point once, and ends the process. Expects the descriptors of
/// control.h to be open. An exception out of the library ends it like any uncaught one.
[[noreturn]] void run_child() noexcept;

}  // namespace harness
