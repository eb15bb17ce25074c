#include "device/grids/heap.h"

#include <algorithm>
#include <string>

#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/heap_rooms.h"
#include "memory/memory.h"

namespace emu {

namespace {

/// An empty heap grants its largest request although that leaves no room for a small one.
bool fits(const Device& device, std::size_t size) {
  if (size > largest_in_heap(device.heap_limit)) return false;
  return device.heap_taken == 0 ||
         device.heap_taken + heap_room(size) <= device.heap_limit * kPartsOfByte;
}

void diagnose_bad_free(void* pointer, const void* site) {
  const memory::Allocation* known = memory::find(reinterpret_cast<std::uintptr_t>(pointer));
  const bool twice = known && known->kind == memory::Kind::kHeap && !known->live;
  report_finding({.rule = twice ? "use-after-free" : "device-api",
                  .message = twice
                                 ? "this memory of the device heap is freed a second time"
                                 : "this pointer does not come from the device heap: what the host "
                                   "allocated, the host must free",
                  .where = checker::source_line(site),
                  .other = twice ? checker::source_line(known->freed_at) : checker::SourceLine{},
                  .cites = twice ? "H5" : "H4"});
}

void note_end_of_life(void* pointer, const void* site) {
  const memory::Allocation* known = memory::find(reinterpret_cast<std::uintptr_t>(pointer));
  if (!known || !known->live || known->kind != memory::Kind::kHeap) return;
  if (known->begin != reinterpret_cast<std::uintptr_t>(pointer)) return;
  checker::end_of_life(pointer, known->size, site);
  device(known->device).heap_taken -= heap_room(known->size);
}

/// For the virtual clock: the heap serves one call after another.
void count_call() {
  if (current_block) ++record.launches[current_block->grid->id - 1].heap_calls;
}

}  // namespace

void* heap_take(std::size_t size, const void* site) {
  count_call();
  Device& device = current_device();
  device.heap_used = true;
  if (!fits(device, size)) {
    checker::note_full_heap(site);
    return nullptr;
  }
  // Of no bytes there are pointers too, each of its own.
  const std::size_t bytes = std::max<std::size_t>(size, 1);
  device.heap_taken += heap_room(bytes);
  return memory::allocate(memory::Kind::kHeap, device.number, bytes, site);
}

void heap_give(void* pointer, const void* site) {
  if (pointer) count_call();
  if (pointer) note_end_of_life(pointer, site);
  if (pointer && !memory::release(pointer, memory::Kind::kHeap, site))
    diagnose_bad_free(pointer, site);
}

}  // namespace emu
