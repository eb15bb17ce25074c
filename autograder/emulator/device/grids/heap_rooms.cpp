#include "device/grids/heap_rooms.h"

#include <algorithm>
#include <iterator>

namespace emu {

namespace {

constexpr std::uint64_t kLeastHeap = (4 << 20) * kPartsOfByte;

// One thread asked a heap of 4 MB for memory of one size until it got none: so often it got some.
struct Filled {
  std::size_t size;  ///< bytes a request
  std::size_t times;
};
constexpr Filled kFilled[] = {{64, 45'334}, {128, 22'667}, {160, 15'111}, {256, 11'333},
                              {512, 5'667}, {1024, 1'889}, {2048, 1'888}, {4096, 944},
                              {8192, 472},  {16384, 236},  {32768, 79},   {65536, 39},
                              {131072, 26}, {262144, 13},  {524288, 6},   {1'048'576, 3}};

}  // namespace

std::uint64_t heap_room(std::size_t size) {
  const Filled* const row =
      std::ranges::find_if(kFilled, [size](const Filled& filled) { return size <= filled.size; });
  if (row != std::end(kFilled)) return kLeastHeap / row->times;
  const Filled& last = *std::prev(std::end(kFilled));
  return static_cast<std::uint64_t>(static_cast<double>(size) / static_cast<double>(last.size) *
                                    static_cast<double>(kLeastHeap / last.times));
}

// 7,673,856 bytes of 8 MB, 3,837,006 of 4 MB.
std::size_t largest_in_heap(std::size_t limit) {
  return static_cast<std::size_t>(static_cast<double>(limit) * 0.914795);
}

}  // namespace emu
