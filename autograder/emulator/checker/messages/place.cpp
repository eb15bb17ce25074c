#include "checker/messages/place.h"

#include <sys/mman.h>

#include <algorithm>
#include <string>

#include "checker/bounds.h"
#include "checker/messages/judge.h"
#include "checker/messages/words.h"
#include "checker/modules.h"
#include "checker/own_memory.h"
#include "checker/shadow/unwritten.h"
#include "checker/state.h"
#include "memory/memory.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

using memory::Allocation;
using memory::Kind;

std::string verb(const Access& access) {
  return access.updates ? " updates " : access.writes ? " writes " : " reads ";
}

Diagnostic finding(const Access& access, const char* rule, const std::string& what,
                   std::string_view cites, const void* other) {
  return {.rule = rule,
          .message = who_runs() + verb(access) + what + " (" + std::string(cites) + ")",
          .where = source_line(access.site),
          .other = source_line(other),
          .cites = std::string(cites)};
}

/// Says it, and stops the device thread as a card would; the host goes on.
void refuse(const Access& access, const char* rule, const std::string& what, std::string_view cites,
            cudaError_t error, const void* other = nullptr) {
  Diagnostic found = finding(access, rule, what, cites, other);
  if (found.rule != "out-of-bounds" || !has_told_of_index(found.where)) diagnose(std::move(found));
  if (!now.on_host && error != cudaSuccess && state.callbacks.fault) state.callbacks.fault(error);
}

bool is_mapped(std::uintptr_t address) {
  constexpr std::uintptr_t kPage = 4096;
  unsigned char resident = 0;
  return mincore(reinterpret_cast<void*>(address & ~(kPage - 1)), 1, &resident) == 0;
}

std::string hex(std::uintptr_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
  return text;
}

bool refuse_host_access(const Access& access) {
  const Allocation* what = memory::find(access.address, true);
  refuse(access, "host-device-access",
         name_of_memory(access.address, access.size) +
             (what && what->kind == Kind::kShared ? ", which only its block may touch"
                                                  : ", which only device code may touch") +
             ": copy it with cudaMemcpy, or use managed or pinned memory",
         "G4", cudaErrorIllegalAddress, what ? what->allocated_at : nullptr);
  return false;
}

std::string count_words(std::size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string distance_words(std::uintptr_t address, std::uintptr_t begin, std::size_t size) {
  if (address < begin) return count_words(begin - address, "byte") + " before the beginning";
  const std::size_t beyond = address - (begin + size);
  return beyond == 0 ? "right behind the end" : count_words(beyond, "byte") + " behind the end";
}

std::string part_words(const SharedPart& part) {
  if (part.name.empty()) return "the block's dynamic shared memory";
  return "__shared__ variable " + part.name;
}

SharedPart part_at(std::uintptr_t address) {
  return state.callbacks.shared_part && now.block && !now.on_host
             ? state.callbacks.shared_part(address)
             : SharedPart{};
}

// Where the device does not tell of variables.
void refuse_beyond_shared(const Access& access) {
  refuse(access, "out-of-bounds",
         "offset " + std::to_string(access.address - now.shared_begin) +
             " of its block's shared memory, of which there are " +
             std::to_string(now.shared_size) +
             " bytes: check the index, or ask for more in the launch's third parameter",
         "K13", cudaSuccess);
}

bool refuse_foreign_shared(const Access& access) {
  const Allocation* mine = memory::find(now.shared_begin);
  if (mine && memory::find(access.address, true) == mine) {
    report_outside_variable(access, access.address);
    return false;
  }
  refuse(
      access, "shared-pointer",
      "through a pointer to another block's shared memory: shared memory is private to its block "
      "and no child or other block may use it; write the data to global memory, call "
      "__syncthreads(), and pass a pointer to that",
      "G3", cudaErrorInvalidAddressSpace);
  return false;
}

// A large frame or argument may have stepped over the guard page before this access.
bool stack_is_full() {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return memory::in_stacks(__builtin_frame_address(0)) && frame < now.stack_begin;
}

bool refuse_foreign_local(const Access& access) {
  if (stack_is_full()) {
    refuse(access, "stack-overflow",
           "local memory beyond the end of its thread's: too deep a recursion, or too large a "
           "local array or argument",
           "R5", cudaErrorIllegalAddress);
    return false;
  }
  refuse(access, "local-pointer",
         "through a pointer to another thread's local memory (an automatic variable, array or "
         "parameter): it is private to its thread, so a child must not get its address; pass the "
         "value, or put it in global memory",
         "G2", cudaErrorInvalidAddressSpace);
  return false;
}

/// A function of the host's that a stream calls may stand on such a stack itself.
bool refuse_host_at_local(const Access& access) {
  if (memory::in_stacks(__builtin_frame_address(0))) return false;
  refuse(access, "local-pointer",
         "through a pointer to a device thread's local memory (an automatic variable, array or "
         "parameter): the host cannot reach it, and it is gone when the thread ends; put the value "
         "into global or managed memory",
         "G2", cudaSuccess);
  return false;
}

bool may_touch_peer(const Access& access) {
  const int from = now.block->work->info.device, to = memory::device_of(access.address);
  if (from == to || state.peers[from][to]) return true;
  refuse(
      access, "peer-access",
      name_of_memory(access.address, access.size) + " of device " + std::to_string(to) +
          " from device " + std::to_string(from) +
          ", which has no access to it. A grid runs on the device of its stream and its children "
          "stay there: allocate with that device current, or call cudaDeviceEnablePeerAccess(" +
          std::to_string(to) + ", 0) with device " + std::to_string(from) + " current",
      "D4", cudaErrorIllegalAddress);
  return false;
}

/// As a card would end the program here with a segmentation fault, so does the run
/// fail.
bool is_hosts_turn(const Access& access, const Allocation* what) {
  if (!now.takes_turns || !what || what->kind != Kind::kManaged || !host_has_grids_under_way())
    return true;
  refuse(access, "managed-access",
         name_of_memory(access.address, access.size) +
             ", while the device may still be at work. On this device "
             "cudaDevAttrConcurrentManagedAccess is 0: the host must wait "
             "(cudaDeviceSynchronize) before it touches any managed memory",
         "U6", cudaSuccess, what->allocated_at);
  return false;
}

bool may_touch_host_zone(const Access& access) {
  return !now.on_host || is_hosts_turn(access, memory::find(access.address, true));
}

bool may_touch_arena(const Access& access) {
  if (memory::in_host_zone(access.address)) return may_touch_host_zone(access);
  if (now.on_host) return refuse_host_access(access);
  if (memory::in_shared(access.address)) return refuse_foreign_shared(access);
  return may_touch_peer(access);
}

const Allocation* variable_at(std::uintptr_t address) {
  if (!state.shadow.latest_variable ||
      address - state.shadow.latest_variable->begin >= state.shadow.latest_variable->size)
    state.shadow.latest_variable = memory::find(address);
  return state.shadow.latest_variable;
}

bool may_touch_variable(const Access& access, const Allocation& variable) {
  const bool devices = variable.kind == Kind::kVariable || variable.kind == Kind::kConstant;
  if (now.on_host) return devices ? refuse_host_access(access) : is_hosts_turn(access, &variable);
  if (variable.kind == Kind::kConstant && access.writes) {
    refuse(access, "constant-write",
           name_of_memory(access.address, access.size) +
               ": constant memory cannot be modified by device code, not even before a child "
               "launch; copy to it from the host with cudaMemcpyToSymbol, or use __device__",
           "M7", cudaSuccess);
    return false;
  }
  return true;
}

bool is_object(Kind kind) { return kind == Kind::kTextureObject || kind == Kind::kSurfaceObject; }

std::string allocation_words(const Allocation& a) {
  if (a.name) {
    const char* kind = a.kind == Kind::kConstant  ? "__constant__"
                       : a.kind == Kind::kManaged ? "__managed__"
                                                  : "__device__";
    return std::string(kind) + " variable " + a.name;
  }
  if (a.kind == Kind::kShared) return "the block's shared memory";
  const std::string size = std::to_string(a.size) + "-byte ";
  if (is_object(a.kind))
    return std::string("the ") + (a.kind == Kind::kTextureObject ? "texture" : "surface") +
           " object made at " + file_and_line(source_line(a.allocated_at));
  const std::string what = a.kind == Kind::kHeap      ? "device-heap allocation"
                           : a.kind == Kind::kManaged ? "managed allocation"
                           : a.kind == Kind::kPinned  ? "pinned allocation"
                           : a.kind == Kind::kTexture ? "CUDA array"
                                                      : "allocation";
  return "the " + size + what +
         (a.allocated_at ? " made at " + file_and_line(source_line(a.allocated_at)) : "");
}

void refuse_null(const Access& access) {
  const std::string words = "through a null pointer (address " + hex(access.address) + ")";
  if (!state.findings.full_heap_site) {
    return refuse(access, "illegal-address", words, "G4", cudaErrorIllegalAddress);
  }
  refuse(access, "illegal-address",
         words + "; the device heap was full, so that the allocation at " +
             line_words(source_line(state.findings.full_heap_site), source_line(access.site)) +
             " returned null: no thread may use that",
         "H3", cudaErrorIllegalAddress, state.findings.full_heap_site);
}

/// An index leads out of a variable, or a global variable of the host lies there.
std::string words_of_host_memory(const Access& access) {
  const std::string is_hosts = "host memory, which is not the device's";
  if (const Allocation* near = memory::find(access.address, true))
    return count_words(access.size, "byte") + ", " +
           distance_words(access.address, near->begin, near->size) + " of " +
           allocation_words(*near) + ": check the index against the size; what lies there is " +
           is_hosts;
  return is_hosts +
         ": device code may use memory from cudaMalloc, cudaMallocManaged, cudaMallocHost or the "
         "device heap, and __device__ variables";
}

bool refuse_host_memory(const Access& access) {
  if (!access.writes && state.callbacks.is_argument && state.callbacks.is_argument(access.address))
    return false;
  if (access.address < 65536) {
    refuse_null(access);
  } else if (!is_mapped(access.address)) {
    refuse(access, "illegal-address",
           "address " + hex(access.address) + ", where there is no memory", "G4",
           cudaErrorIllegalAddress);
  } else {
    refuse(access, "host-device-access", words_of_host_memory(access), "G4",
           cudaErrorIllegalAddress);
  }
  return false;
}

/// A card maps memory in large pages, and all of the device heap: an access near an allocation
/// finds something there. One that is far from all ends the program, here too.
bool is_far(const Allocation& near, std::uintptr_t address) {
  constexpr std::uintptr_t kMapped = 8 << 20;
  const std::uintptr_t end = near.begin + near.size;
  return address > end && address - end > kMapped;
}

void refuse_outside(const Access& access, std::uintptr_t begin) {
  const Allocation* near = memory::find(begin, true);
  if (!near) {
    refuse(access, "out-of-bounds", "address " + hex(begin) + ", which is no allocation's", "H5",
           cudaErrorIllegalAddress);
  } else if (!near->live && begin - near->begin < near->size) {
    refuse(access, "use-after-free",
           name_of_memory(begin, access.size) + ", which was " +
               (is_object(near->kind) ? "destroyed at " : "freed at ") +
               file_and_line(source_line(near->freed_at)) +
               (is_object(near->kind) ? ": wait for the work that uses it, then destroy it" : ""),
           "H5", cudaSuccess, near->freed_at);
  } else {
    refuse(access, "out-of-bounds",
           count_words(access.size, "byte") + ", " +
               distance_words(begin, near->begin, near->size) + " of " + allocation_words(*near) +
               ": check the index against the size",
           "H5", is_far(*near, begin) ? cudaErrorIllegalAddress : cudaSuccess, near->allocated_at);
  }
}

bool is_padding(const Allocation& rows, std::uintptr_t address) {
  return rows.pitch != 0 && (address - rows.begin) % rows.pitch >= rows.width;
}

/// A program may fill a whole pitch, so that this is only a warning; where it has done so once, as
/// with cudaMemset, the padding counts as its own.
void warn_of_padding(const Access& access, std::uintptr_t begin, const Allocation& rows) {
  if (!access.writes || now.on_host || now.block->work->info.kind != WorkInfo::Kind::kGrid) return;
  const std::size_t offset = begin - rows.begin;
  Diagnostic write = finding(
      access, "pitch-padding",
      count_words(access.size, "byte") + ", " +
          distance_words(rows.begin + offset % rows.pitch, rows.begin, rows.width) + " of row " +
          std::to_string(offset / rows.pitch) + " of " + allocation_words(rows) +
          ", in the padding before the next row: check the column against the width, and begin "
          "rows at a multiple of the pitch, in bytes",
      "H5", rows.allocated_at);
  write.severity = Severity::kWarning;
  diagnose(std::move(write));
}

bool starts_unwritten(Kind kind) { return kind == Kind::kDevice || kind == Kind::kHeap; }

}  // namespace

void note_full_heap(const void* site) { state.findings.full_heap_site = site; }

bool may_touch(const Access& access) {
  const std::uintptr_t a = access.address;
  if (a - now.shared_begin < now.shared_size || a - now.global_begin < now.global_size) return true;
  if (!now.on_host && a - now.stack_begin < now.stack_size) return false;
  if (is_refused(access)) {
    look_at_own(access);
    return false;
  }
  if (memory::in_arena(reinterpret_cast<void*>(a))) return may_touch_arena(access);
  if (variable_cell(a))
    if (const Allocation* variable = variable_at(a)) return may_touch_variable(access, *variable);
  if (memory::in_stacks(reinterpret_cast<void*>(a)))
    return now.on_host ? refuse_host_at_local(access) : refuse_foreign_local(access);
  if (now.on_host) return false;
  if (!access.writes && module_part(a) == ModulePart::kConstant) return false;
  return refuse_host_memory(access);
}

bool first_touch(const Access& access, std::uintptr_t begin, std::size_t length, bool* unwritten) {
  if (begin - now.shared_begin < now.shared_size) {
    *unwritten = true;
    return true;
  }
  if (memory::in_shared(begin)) return refuse_foreign_shared(access);
  if (begin - now.live.begin >= now.live.size ||
      length > now.live.size - (begin - now.live.begin)) {
    const Allocation* found = memory::find(begin);
    if (!found || !found->live || begin + length > found->begin + found->size) {
      refuse_outside(access, found && found->live ? found->begin + found->size : begin);
      return false;
    }
    if (is_padding(*found, begin)) warn_of_padding(access, begin, *found);
    *unwritten = starts_unwritten(found->kind);
    if (found->pitch != 0) return true;  // each cell must come here
    now.live = {found->begin, found->size, *unwritten};
  }
  *unwritten = now.live.starts_unwritten;
  return true;
}

std::size_t live_bytes(std::uintptr_t begin, std::size_t size) {
  if (begin - now.shared_begin < now.shared_size)
    return std::min(size, now.shared_begin + now.shared_size - begin);
  const Allocation* found = memory::in_shared(begin) ? nullptr : memory::find(begin);
  return found && found->live ? std::min(size, found->begin + found->size - begin) : 0;
}

void report_misaligned(const Access& access) {
  refuse(access, "misaligned",
         std::to_string(access.size) + " bytes at " + hex(access.address) +
             ", which is not a multiple of " + std::to_string(access.size) +
             ": the pointer was cast to a type that wants a stricter alignment",
         "R5", cudaErrorMisalignedAddress);
}

void report_own_texel(const Access& access, const void* writer) {
  refuse(access, "stale-texture",
         name_of_memory(access.address, access.size) +
             " through a texture, where this grid has written before: textures need not see what "
             "was written since the grid began; read the memory itself, or fetch in a later grid",
         "M8", cudaSuccess, writer);
}

void report_outside_variable(const Access& access, std::uintptr_t begin) {
  const SharedPart part = part_at(begin);
  if (part.size == 0) return refuse_beyond_shared(access);
  const char* cure = part.name.empty()
                         ? ": check the index, or ask for more in the launch's third parameter"
                         : ": check the index against the size";
  refuse(access, "out-of-bounds",
         count_words(access.size, "byte") + ", " + distance_words(begin, part.begin, part.size) +
             " of " + part_words(part) + " (" + count_words(part.size, "byte") + ")" + cure,
         "K13", cudaSuccess);
}

void report_uninitialized(const Access& access, std::uintptr_t begin) {
  const bool by_copy = work_of(now.me)->info.kind == WorkInfo::Kind::kCopy;
  const bool harmless = by_copy && partly_written(access);
  const std::uint64_t read_at = std::uint64_t{encode_site(access.site)} << 1 | harmless;
  if (!is_held_uninitialized(read_at)) {
    const Allocation* memory = memory::find(begin);
    MissingCopy copy = missing_copy(begin);
    if (copy.words.empty())
      copy = {std::string(", which nothing has written yet") +
                  (harmless ? ": what arrives there has no meaning"
                            : ": write it first, or order the write that should come before"),
              memory ? memory->allocated_at : nullptr};
    Diagnostic read =
        finding(access, "uninitialized", name_of_memory(begin, access.size) + copy.words,
                memory && memory->kind == Kind::kShared ? "K13" : "M1", copy.site);
    if (harmless) read.severity = Severity::kWarning;
    hold_uninitialized(read_at, std::move(read));
  }
  take_as_written(begin, unwritten_from(access, begin));
}

namespace {

/// "element 3 of WHAT", which is `length` bytes from `begin`.
std::string element_words(std::uintptr_t address, std::size_t element_size, std::uintptr_t begin,
                          std::size_t length, const std::string& what) {
  const std::size_t size = element_size == 0 ? 1 : element_size;
  if (address < begin || length <= size) return what;
  const std::size_t offset = address - begin;
  if (size > 16 || offset % size != 0) return "byte " + std::to_string(offset) + " of " + what;
  return "element " + std::to_string(offset / size) + " of " + what;
}

}  // namespace

std::string name_of_memory(std::uintptr_t address, std::size_t element_size) {
  if (address - now.shared_begin < now.shared_size)
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

void forget_bounds() {
  now.live = {};
  state.shadow.latest_variable = nullptr;
}

void set_peer_access(int from, int to, bool on) { state.peers[from][to] = on; }

}  // namespace emu::checker
