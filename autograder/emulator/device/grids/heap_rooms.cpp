#include "device/grids/heap_rooms.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace emu {

namespace {

constexpr std::size_t kLeastHeap = 4 << 20;

// One thread asked a heap of 4 MB for memory of one size until it got none: so often it got some.
struct Filled {
  std::size_t size;  ///< bytes a request
  std::size_t times;
};
constexpr std::array kFilled = {
    Filled{64, 45'334}, Filled{128, 22'667}, Filled{160, 15'111}, Filled{256, 11'333},
    Filled{512, 5'667}, Filled{1024, 1'889}, Filled{2048, 1'888}, Filled{4096, 944},
    Filled{8192, 472},  Filled{16384, 236},  Filled{32768, 79},   Filled{65536, 39},
    Filled{131072, 26}, Filled{262144, 13},  Filled{524288, 6},   Filled{1'048'576, 3}};

}  // namespace

std::size_t heap_room(std::size_t size) {
  const auto* row = std::find_if(kFilled.begin(), kFilled.end(),
                                 [size](const Filled& filled) { return size <= filled.size; });
  if (row != kFilled.end()) return kLeastHeap / row->times;
  const Filled& last = kFilled.back();
  return static_cast<std::size_t>(static_cast<double>(size) / static_cast<double>(last.size) *
                                  static_cast<double>(kLeastHeap / last.times));
}

// 7,673,856 bytes of 8 MB, 3,837,006 of 4 MB.
std::size_t largest_in_heap(std::size_t limit) {
  return static_cast<std::size_t>(static_cast<double>(limit) * 0.914795);
}

}  // namespace emu
