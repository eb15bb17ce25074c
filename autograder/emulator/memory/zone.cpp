#include "memory/zone.h"

#include <sys/mman.h>

#include <algorithm>

namespace emu::memory {

namespace {
constexpr std::size_t kFirst = 1000;  // allocations; many small ones should cost no page each
constexpr std::size_t kReturnPages = 256 << 10;  // freed ranges of this size leave physical memory

std::size_t rounded(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

void return_pages(std::uintptr_t begin, std::size_t size) {
  const std::uintptr_t first = rounded(begin, kPage), last = (begin + size) / kPage * kPage;
  if (last > first && last - first >= kReturnPages)
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}
}  // namespace

Zone::Zone(std::uintptr_t begin, std::size_t size, std::size_t alignment, RedZones red_zones,
           std::size_t quarantine_bytes)
    : begin_(begin),
      next_(begin + rounded(red_zones.least, alignment)),
      size_(size),
      alignment_(alignment),
      quarantine_limit_(quarantine_bytes),
      red_zones_(red_zones) {}

std::size_t Zone::room_for(std::size_t size) const {
  const bool roomy = next_ - begin_ < size_ / 4;
  std::size_t red_zone = red_zones_.least;
  if (roomy) red_zone = std::clamp(size, red_zones_.least, red_zones_.most);
  if (allocations_.size() < kFirst) red_zone = std::max(red_zone, red_zones_.of_the_first);
  return rounded(size + red_zone, alignment_);
}

std::uintptr_t Zone::reuse(std::map<std::size_t, std::vector<std::uintptr_t>>::iterator room) {
  const std::uintptr_t begin = room->second.back();
  room->second.pop_back();
  if (room->second.empty()) free_.erase(room);
  return begin;
}

std::uintptr_t Zone::find_room(std::size_t room) {
  if (const auto same = free_.find(room); same != free_.end()) return reuse(same);
  if (room <= begin_ + size_ - next_) {
    const std::uintptr_t begin = next_;
    next_ += room;
    return begin;
  }
  const auto larger = free_.lower_bound(room);
  return larger == free_.end() ? 0 : reuse(larger);
}

Allocation* Zone::take(Kind kind, int device, std::size_t size, const void* site) {
  if (size > size_) return nullptr;
  const std::size_t room = room_for(size);
  const std::uintptr_t begin = find_room(room);
  if (begin == 0) return nullptr;
  Allocation& allocation = allocations_[begin];
  allocation = {.begin = begin,
                .size = size,
                .kind = kind,
                .device = device,
                .live = true,
                .allocated_at = site,
                .room = room};
  return &allocation;
}

bool Zone::give(std::uintptr_t begin, Kind kind, const void* site) {
  const auto it = allocations_.find(begin);
  if (it == allocations_.end() || !it->second.live || it->second.kind != kind) return false;
  it->second.live = false;
  it->second.freed_at = site;
  const std::size_t room = it->second.room;
  return_pages(begin, it->second.size);
  quarantine_.push_back({begin, room});
  quarantined_ += room;
  leave_quarantine();
  return true;
}

void Zone::set_rows(std::uintptr_t begin, std::size_t width, std::size_t pitch) {
  allocations_[begin].width = width;
  allocations_[begin].pitch = pitch;
}

void Zone::set_visitors(std::uintptr_t begin, std::uint32_t devices) {
  allocations_[begin].visitors = devices;
}

void Zone::leave_quarantine() {
  while (quarantined_ > quarantine_limit_) {
    const Freed oldest = quarantine_.front();
    quarantine_.pop_front();
    quarantined_ -= oldest.room;
    free_[oldest.room].push_back(oldest.begin);
  }
}

const Allocation* Zone::find(std::uintptr_t address, bool near) const {
  auto after = allocations_.upper_bound(address);
  const Allocation* before = after == allocations_.begin() ? nullptr : &std::prev(after)->second;
  if (before && address - before->begin < before->size) return before;
  if (!near) return nullptr;
  const Allocation* next = after == allocations_.end() ? nullptr : &after->second;
  if (!before || !next) return before ? before : next;
  return address - (before->begin + before->size) < next->begin - address ? before : next;
}

}  // namespace emu::memory
