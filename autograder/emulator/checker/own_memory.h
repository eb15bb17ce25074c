// Accesses of the user's code to what belongs to the emulator: its variables, its record of the
// run, shadow memory. No CUDA program has any business there; an attack on the verdict has. The
// same holds for writes to variables of the libraries beside it: a stream whose buffer has been
// moved would have code write for the program that no hook is in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "checker/access.h"
#include "checker/looks.h"
#include "checker/modules.h"
#include "memory/own.h"

namespace emu::checker {

/// A few ranges, for the life of the process.
class Ranges {
 public:
  void add(const volatile void* begin, std::size_t size) {
    if (size == 0 || count_ == kMost) return;
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
    ranges_[count_++] = {first, size};
    begin_ = std::min(begin_, first);
    end_ = std::max(end_, first + size);
  }
  bool hold(std::uintptr_t begin, std::size_t size) const {
    return near(begin, size) && std::any_of(ranges_, ranges_ + count_, [=](const Segment& one) {
             return begin - one.begin < one.size && size <= one.begin + one.size - begin;
           });
  }
  bool touch(std::uintptr_t begin, std::size_t size) const {
    return near(begin, size) && std::any_of(ranges_, ranges_ + count_, [=](const Segment& one) {
             return begin < one.begin + one.size && one.begin < begin + size;
           });
  }

 private:
  static constexpr std::size_t kMost = 64;

  /// Most that is asked about lies outside all of them.
  bool near(std::uintptr_t begin, std::size_t size) const {
    return begin < end_ && begin_ < begin + size;
  }

  Segment ranges_[kMost];
  std::size_t count_ = 0;
  std::uintptr_t begin_ = ~std::uintptr_t{0}, end_ = 0;
};
/// Frames of a stack.
struct Frames {
  std::uintptr_t begin, end;
};

inline bool is_own(std::uintptr_t address) {
  return memory::in_own(address) || address - now.own_variables.begin < now.own_variables.size ||
         address - now.own_report.begin < now.own_report.size;
}
/// The same for any byte of a range.
bool touches_own(std::uintptr_t begin, std::size_t size);

/// Whether an address lies in what surrounds the variables that `close_libraries` has closed, the
/// frames of those who called the program, or those that `ClosedFrames` closes.
inline bool may_be_library(std::uintptr_t address) {
  for (int range = looks::kLibraries; range <= looks::kFramesBetween; ++range)
    if (address - emulator_closed[range].begin < emulator_closed[range].size) return true;
  return false;
}
/// Frames of the device and of libraries that stand between two of the program's: it called them,
/// and they call it back. They are closed to its writes until the end of this object's life; the
/// one that was made last goes first.
class ClosedFrames {
 public:
  /// `end`: where the program's own frames begin again. `lowest`: the frames begin here or above,
  /// where `*begin()` is set to.
  ClosedFrames(std::uintptr_t lowest, std::uintptr_t end);
  ~ClosedFrames();
  ClosedFrames(const ClosedFrames&) = delete;
  ClosedFrames& operator=(const ClosedFrames&) = delete;
  std::uintptr_t* begin() const;
};

/// Whether any byte of a range is a variable that is closed, and not left writable.
bool touches_library(std::uintptr_t begin, std::size_t size);
/// Whether an access is to what is the emulator's, or a write to what is a library's.
bool is_refused(const Access& access);

/// Reports an access that `is_refused`, and ends a device thread; for the host
/// `caught` (checker.h) is called. Reads of what `leave_readable` names are fine.
void look_at_own(const Access& access);

/// Finds own_variables. Runs before main.
void find_own_variables();

}  // namespace emu::checker
