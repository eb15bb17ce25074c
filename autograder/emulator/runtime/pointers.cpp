#include "runtime/pointers.h"

#include "checker/messages/memory_words.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "memory/host_heap.h"

namespace emu {

namespace {

Side side_of(const memory::Allocation& allocation) {
  if (!allocation.live) return Side::kFreed;
  switch (allocation.kind) {
    case memory::Kind::kPinned:
      return Side::kPinned;
    case memory::Kind::kManaged:
      return Side::kManaged;
    case memory::Kind::kHeap:
      return current_block ? Side::kDevice : Side::kHeap;
    case memory::Kind::kShared:
      return Side::kBlock;
    default:
      return Side::kDevice;
  }
}

cudaError_t refuse_freed(const Call& call, const memory::Allocation& allocation) {
  report_finding({.rule = "use-after-free",
                  .message = std::string(call.name) +
                             " uses memory that was freed before: free it after the last use, "
                             "or keep the pointer that is still valid",
                  .where = line_of(call.site),
                  .other = line_of(allocation.freed_at),
                  .cites = "H5"});
  return cudaErrorInvalidValue;
}

cudaError_t refuse_short(const Call& call, const void* pointer, std::size_t size,
                         const memory::Allocation& allocation) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - allocation.begin;
  report_finding(
      {.rule = "out-of-bounds",
       .message =
           std::string(call.name) + " of " + checker::byte_words(size) +
           (offset ? " from byte " + std::to_string(offset) + " on" : "") + " does not fit into " +
           (allocation.name ? std::string(allocation.name) + ", which has "
                            : "this allocation of ") +
           checker::byte_words(allocation.size) + ": sizes are in bytes, count * sizeof(element)",
       .where = line_of(call.site),
       .other = allocation.allocated_at ? line_of(allocation.allocated_at) : checker::SourceLine{},
       .cites = "H6"});
  return cudaErrorInvalidValue;
}

/// Where the program allocated a block of its host memory; the library's headers tell nothing.
checker::SourceLine line_of_block(const memory::HostBlock& block) {
  checker::SourceLine line = line_of(block.allocated_at);
  return line.file.starts_with("/usr/") ? checker::SourceLine{} : line;
}

/// Blocks that the host's own code has taken with malloc or new. A card would read or overwrite
/// what lies behind.
cudaError_t check_host_block(const Call& call, const void* pointer, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto block = memory::find_host_block(address);
  if (!block || size <= block->begin + block->size - address) return cudaSuccess;
  const std::size_t offset = address - block->begin;
  report_finding({.rule = "out-of-bounds",
                  .message = std::string(call.name) + " of " + checker::byte_words(size) +
                             (offset ? " from byte " + std::to_string(offset) + " on" : "") +
                             " does not fit into this block of host memory, which has " +
                             checker::byte_words(block->size) +
                             ": sizes are in bytes, count * sizeof(element)",
                  .where = line_of(call.site),
                  .other = line_of_block(*block),
                  .cites = "H6"});
  return cudaErrorInvalidValue;
}

}  // namespace

void check_written(const Call& call, const void* pointer, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto block = memory::find_host_block(address);
  if (!block || !memory::is_unwritten(*block, address, size)) return;
  report_finding({.rule = "uninitialized",
                  .message = std::string(call.name) + " copies " + checker::byte_words(size) +
                             " of host memory that nothing has been written to since it was "
                             "allocated: fill it before the copy, or swap target and source, "
                             "of which the target comes first",
                  .where = line_of(call.site),
                  .other = line_of_block(*block),
                  .cites = "M1"});
}

Pointee pointee_of(const void* pointer) {
  // Red zones are the arena's; a variable's neighbor may well be the host's own.
  const auto* allocation =
      memory::find(reinterpret_cast<std::uintptr_t>(pointer), memory::in_arena(pointer));
  if (allocation) return {side_of(*allocation), allocation};
  if (memory::in_stacks(pointer)) return {Side::kBlock, nullptr};
  return {memory::in_arena(pointer) ? Side::kFreed : Side::kPageable, nullptr};
}

namespace {

/// "pageable memory", "pinned memory", "device 1", "device 1 (total)" of a variable.
std::string words(const void* pointer) {
  const Pointee what = pointee_of(pointer);
  if (what.side == Side::kPageable) return "pageable memory";
  if (what.side == Side::kPinned) return "pinned memory";
  if (what.side == Side::kManaged) return "managed memory";
  if (!what.allocation) return "no memory";
  const char* const variable = what.allocation->name;
  if (!variable) return "device " + std::to_string(what.allocation->device);
  return "device " + std::to_string(current_device().number) + " (" + variable + ")";
}

}  // namespace

std::string memory_detail(const void* pointer) { return words(pointer); }

std::string copy_detail(const void* to, const void* from, std::size_t count) {
  return std::to_string(count) + " bytes from " + words(from) + " to " + words(to);
}

cudaError_t check_range(const Call& call, const void* pointer, std::size_t size) {
  const Pointee to = pointee_of(pointer);
  switch (to.side) {
    case Side::kPageable:
      return check_host_block(call, pointer, size);
    case Side::kFreed:
      return to.allocation ? refuse_freed(call, *to.allocation) : cudaErrorInvalidValue;
    case Side::kHeap:
      warn(call, "device-api",
           std::string(call.name) +
               " gets memory of the device heap, which only device code can use: copy it in a "
               "kernel to memory that the host allocated",
           "H4");
      return cudaErrorInvalidValue;
    case Side::kBlock:
      warn(call, "device-api",
           std::string(call.name) +
               " gets a pointer to local or shared memory, which only its own block can use: "
               "copy between global memory",
           "H6");
      return cudaErrorInvalidValue;
    default:
      break;
  }
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - to.allocation->begin;
  if (offset > to.allocation->size || size > to.allocation->size - offset)
    return refuse_short(call, pointer, size, *to.allocation);
  return cudaSuccess;
}

}  // namespace emu
