// What a run's process gets and gives back, as memory: the control block and the inputs, sealed,
// and outputs that hold a poison where nothing has been written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "harness/call.h"
#include "harness/running/control.h"
#include "harness/running/memory_file.h"
#include "harness/running/settings.h"

namespace harness {

class RunMemory {
 public:
  /// `call` must outlive it. Throws GraderError for what does not fit.
  RunMemory(const Call& call, const Limits& limits);

  const Control& control() const { return *control_; }
  MemoryFile sealed_control() const;
  MemoryFile sealed_inputs() const;
  MemoryFile poisoned_outputs() const;
  /// What an output holds in the `offset`-th byte of its pages before the run.
  std::byte poison_at(std::size_t offset) const;

 private:
  void fill_control(const Limits& limits);
  void fill_environment();
  void place_arguments();
  void place(const Argument& argument, Slot& slot);

  const Call& call_;
  std::uint64_t poison_;  ///< random, for this run only
  std::unique_ptr<Control> control_;
};

}  // namespace harness
