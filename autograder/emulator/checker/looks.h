// What the looks in front of a program's accesses compare with (toolchain/objects/memory_looks.h),
// and the numbers by which they say to the emulator what is to be touched.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::looks {

/// Ranges of addresses. Those before kClosedToReads are closed to all accesses but to reads of
/// kReadable, the others to writes.
enum Range : int {
  kOwn,
  kReport,
  kVariables,
  kClosedToReads,
  kLibraries = kClosedToReads,
  kThread,
  kCallersFrames,
  kFramesBetween,
  kStacksBelow,  // of device threads, beside the running one's
  kStacksAbove,
  kRanges,
  kReadable = kRanges,
  kDeviceMemory,  // writes that no hook may have told of are told to the checker
  kDeviceVariables,
  kAllRanges
};

/// No access is larger: each range begins so much earlier in the table.
inline constexpr std::size_t kMargin = 63;

// ---- A kind of access: one number ---------------------------------------------------------------

inline constexpr unsigned kWrites = 1U << 8, kReads = 1U << 9, kString = 1U << 10,
                          kRepeated = 1U << 11, kTells = 1U << 12;
constexpr unsigned kind(int size, bool writes) {
  return static_cast<unsigned>(size) | (writes ? kWrites : kReads);
}
/// What `movs` and `stos` do: write to %rdi, read from %rsi, as often as %rcx says.
constexpr unsigned string_kind(int size, bool reads, bool writes, bool repeated) {
  return static_cast<unsigned>(size) | (reads ? kReads : 0) | (writes ? kWrites : 0) | kString |
         (repeated ? kRepeated : 0);
}
constexpr int size(unsigned kind) { return static_cast<int>(kind & 0xff); }
constexpr bool writes(unsigned kind) { return (kind & kWrites) != 0; }
constexpr bool reads(unsigned kind) { return (kind & kReads) != 0; }
constexpr bool is_string(unsigned kind) { return (kind & kString) != 0; }
/// Whether the checker may not have been told of the write.
constexpr bool tells(unsigned kind) { return (kind & kTells) != 0; }
constexpr bool is_repeated(unsigned kind) { return (kind & kRepeated) != 0; }

// ---- The table ----------------------------------------------------------------------------------

/// From `begin` on; empty where nothing is closed.
struct Closed {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

}  // namespace emu::looks

extern "C" {
/// By emu::looks::Range: all that is closed, for looks and hooks. Programs read it, and cannot
/// write to it.
extern emu::looks::Closed emulator_closed[emu::looks::kAllRanges];
}

namespace emu::looks {

inline void close(Range range, std::uintptr_t begin, std::size_t size) {
  emulator_closed[range] = size == 0 ? Closed{} : Closed{begin - kMargin, size + kMargin};
}

}  // namespace emu::looks
