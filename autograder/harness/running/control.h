// What check program and runner of one run tell each other, byte by byte. The control block goes to
// the runner, sealed; the header comes back in front of the outputs. The runner learns nothing of
// what is expected, and the check program believes nothing in the header but the token: the rest
// only chooses words for runs that have failed anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/value_type.h"

namespace harness {

/// File descriptors of the runner. It closes them before the student's code is loaded.
inline constexpr int kControlFd = 3;
inline constexpr int kInputsFd = 4;
inline constexpr int kOutputsFd = 5;
inline constexpr int kReportFd = 6;
inline constexpr int kBookFd = 7;  ///< a pipe; the runner keeps it open under another number

inline constexpr std::size_t kPage = 4096;
inline constexpr std::size_t kMaxArguments = 24;
inline constexpr std::size_t kReportBytes = std::size_t{32} << 20;

enum class SlotKind : std::uint32_t { kValue, kInput, kOutput };

/// An argument. An array ends where its last page ends, so that the page behind it, which nobody
/// may touch, catches the first element too many.
struct Slot {
  SlotKind kind = SlotKind::kValue;
  std::uint64_t offset = 0;  ///< of its first page in the inputs or outputs
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t element_bytes = 1;
  bool holds_values = false;  ///< before the call
  alignas(16) std::byte value[kMaxValueBytes] = {};
  ValueType type = {};  ///< of the parameter

  std::size_t begin_in_pages() const { return pages * kPage - bytes; }
};

struct Control {
  std::uint64_t token = 0;  ///< random, for this run only
  char library[4096] = {};
  char entry_point[256] = {};
  /// What only the emulator is to read: NAME=VALUE, each with a zero byte behind it, and one more.
  char environment[1024] = {};
  ValueType return_type = {};
  std::uint32_t calls = 1;  ///< of the entry point, with its arrays as they were
  std::uint32_t gpu = 0;
  std::uint32_t cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint32_t processes = 0;  ///< 0: no limit of the system's own
  std::uint32_t open_files = 0;
  /// Behind them in the same file comes as much again: the outputs as they were on return.
  std::uint64_t outputs_bytes = 0;
  std::uint64_t inputs_bytes = 0;
  std::uint32_t argument_count = 0;
  Slot slots[kMaxArguments];
};

/// How far the child came.
enum class Phase : std::uint32_t {
  kNotStarted,
  kLoading,
  kRefused,
  kCalling,
  kReturned,
  kFinished
};

/// First page of the outputs.
struct Header {
  std::uint64_t returned;  ///< the token, once the entry point has returned
  std::uint64_t finished;  ///< the token, once the device has come to rest as well
  Phase phase;
  std::int32_t cuda_error;      ///< what the GPU was left with, 0 when all is well
  std::int32_t signal;          ///< seen by our handler, 0 when none
  std::int32_t fault_argument;  ///< index of the array near which the bad access fell, or -1
  std::int32_t fault_side;      ///< -1 before it, 0 inside (written though read-only), 1 behind it
  std::uint32_t out_of_memory;  ///< `new` was refused
  std::uint32_t stack_overflow;
  std::uint64_t fault_address;
  std::byte value[kMaxValueBytes];  ///< what the entry point returned
  char error[1024];                 ///< why the library was refused
};
static_assert(sizeof(Header) <= kPage);

}  // namespace harness
