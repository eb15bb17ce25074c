#include "checker/messages/memory_words.h"

#include "checker/messages/words.h"
#include "checker/state.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

using memory::Allocation;
using memory::Kind;

/// "element 3 of WHAT", which is `length` bytes from `begin`.
std::string element_words(std::uintptr_t address, std::size_t element_size, std::uintptr_t begin,
                          std::size_t length, const std::string& what) {
  const std::size_t size = element_size == 0 ? 1 : element_size;
  if (address < begin || length <= size) return what;
  const std::size_t offset = address - begin;
  if (size > 16 || offset % size != 0) return "byte " + std::to_string(offset) + " of " + what;
  return "element " + std::to_string(offset / size) + " of " + what;
}

std::string variable_words(const Allocation& a) {
  const char* kind = a.kind == Kind::kConstant  ? "__constant__"
                     : a.kind == Kind::kManaged ? "__managed__"
                                                : "__device__";
  return std::string(kind) + " variable " + a.name;
}

const char* kind_words(Kind kind) {
  switch (kind) {
    case Kind::kHeap:
      return "device-heap allocation";
    case Kind::kManaged:
      return "managed allocation";
    case Kind::kPinned:
      return "pinned allocation";
    case Kind::kTexture:
      return "CUDA array";
    default:
      return "allocation";
  }
}

}  // namespace

std::string hex(std::uintptr_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
  return text;
}

std::string byte_words(std::size_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

std::string distance_words(std::size_t accessed, std::uintptr_t address, std::uintptr_t begin,
                           std::size_t size) {
  const std::string bytes = byte_words(accessed) + ", ";
  if (address < begin) return bytes + byte_words(begin - address) + " before the beginning of ";
  const std::size_t beyond = address - (begin + size);
  return bytes + (beyond == 0 ? "right" : byte_words(beyond)) + " after the end of ";
}

std::string part_words(const SharedPart& part) {
  if (part.name.empty() && part.of.empty()) return "the block's dynamic shared memory";
  if (part.name.empty()) return "the dynamic shared memory" + part.of;
  return "__shared__ variable " + part.name + part.of;
}

SharedPart part_at(std::uintptr_t address) {
  return state.callbacks.shared_part && now.block && !now.on_host
             ? state.callbacks.shared_part(address)
             : SharedPart{};
}

bool is_object(Kind kind) { return kind == Kind::kTextureObject || kind == Kind::kSurfaceObject; }

std::string allocation_words(const Allocation& a) {
  if (a.name) return variable_words(a);
  if (a.kind == Kind::kShared) return "the block's shared memory";
  const std::string made = " made at " + file_and_line(source_line(a.allocated_at));
  if (is_object(a.kind))
    return std::string("the ") + (a.kind == Kind::kTextureObject ? "texture" : "surface") +
           " object" + made;
  return "the " + std::to_string(a.size) + "-byte " + kind_words(a.kind) +
         (a.allocated_at ? made : "");
}

std::string name_of_memory(std::uintptr_t address, std::size_t element_size) {
  if (address - now.shared_begin < now.shared_size || memory::in_shared(address))
    if (const SharedPart part = part_at(address); address - part.begin < part.size)
      return element_words(address, element_size, part.begin, part.size, part_words(part));
  const Allocation* found = memory::find(address, true);
  if (!found) return "memory at " + hex(address);
  const std::uintptr_t begin =
      found->kind == Kind::kShared && address - now.shared_begin < now.shared_size
          ? now.shared_begin
          : found->begin;
  return element_words(address, element_size, begin, found->size, allocation_words(*found));
}

}  // namespace emu::checker
