// One stretch of the arena that hands out memory of one kind.
//
// Fresh addresses first; what was released waits in quarantine, so that a use after free still
// finds the allocation that it meant, and is used again for requests of the same size only.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "memory/memory.h"

namespace emu::memory {

/// How many bytes stay unused behind an allocation: as many as it has, within these bounds.
struct RedZones {
  std::size_t least = 0;  ///< and before the first allocation; behind each when room gets scarce
  std::size_t most = 0;
  std::size_t of_the_first = 0;  ///< at least, behind the first thousand
};

class Zone {
 public:
  Zone(std::uintptr_t begin, std::size_t size, std::size_t alignment, RedZones red_zones,
       std::size_t quarantine_bytes);

  /// Null when the zone is full.
  Allocation* take(Kind kind, int device, std::size_t size, const void* site);
  bool give(std::uintptr_t begin, Kind kind, const void* site);
  /// `begin` is that of an allocation.
  void set_rows(std::uintptr_t begin, std::size_t width, std::size_t pitch);
  void set_visitors(std::uintptr_t begin, std::uint32_t devices);
  /// The allocation that holds `address`; with `near` also the closest one round it.
  const Allocation* find(std::uintptr_t address, bool near) const;
  bool holds(std::uintptr_t address) const { return address - begin_ < size_; }
  const std::map<std::uintptr_t, Allocation>& allocations() const { return allocations_; }

 private:
  struct Freed {
    std::uintptr_t begin;
    std::size_t room;
  };
  std::size_t room_for(std::size_t size) const;
  std::uintptr_t reuse(std::map<std::size_t, std::vector<std::uintptr_t>>::iterator room);
  std::uintptr_t find_room(std::size_t room);
  void leave_quarantine();

  std::uintptr_t begin_, next_;
  std::size_t size_, alignment_, quarantine_limit_;
  RedZones red_zones_;
  std::size_t quarantined_ = 0;
  std::deque<Freed> quarantine_;
  std::map<std::size_t, std::vector<std::uintptr_t>> free_;  // by room
  std::map<std::uintptr_t, Allocation> allocations_;         // by begin, freed ones included
};

}  // namespace emu::memory
