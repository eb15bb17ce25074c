// The one call of the exercise, of a function whose type is known only by its codes.
#pragma once

#include <ffi.h>

#include <cstddef>

#include "harness/running/control.h"

namespace harness {

/// To be made before the exercise is loaded: gives up where the codes make no sense.
class EntryPointCall {
 public:
  /// `control` and the mapped arrays must outlive the call.
  explicit EntryPointCall(Control& control);
  /// Calls `function`; writes what it returned to `returned`, which has kMaxValueBytes.
  void operator()(void (*function)(), void* returned);
  /// How much of the arguments does not fit into registers.
  std::size_t bytes_on_stack() const { return cif_.bytes; }

 private:
  ffi_cif cif_;
  ffi_type* types_[kMaxArguments];
  void* arrays_[kMaxArguments];
  void* values_[kMaxArguments];
};

}  // namespace harness
