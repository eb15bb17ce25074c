#include "checker/messages/refusals.h"

#include <sys/mman.h>

#include "checker/bounds.h"
#include "checker/messages/judge.h"
#include "checker/messages/memory_words.h"
#include "checker/messages/words.h"
#include "checker/shadow/unwritten.h"
#include "checker/state.h"

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
          .where = line_of_access(access.site, now.block->work->info),
          .other = source_line(other),
          .cites = std::string(cites)};
}

/// Says it, and stops the device thread as a card would; the host goes on. False.
bool refuse(const Access& access, const char* rule, const std::string& what, std::string_view cites,
            cudaError_t error, const void* other = nullptr) {
  Diagnostic found = finding(access, rule, what, cites, other);
  if (found.rule != "out-of-bounds" || !has_told_of_index(found.where)) diagnose(std::move(found));
  if (!now.on_host && error != cudaSuccess && state.callbacks.fault) state.callbacks.fault(error);
  return false;
}

bool is_mapped(std::uintptr_t address) {
  constexpr std::uintptr_t kPage = 4096;
  unsigned char resident = 0;
  return mincore(reinterpret_cast<void*>(address & ~(kPage - 1)), 1, &resident) == 0;
}

// Where the device does not tell of variables.
bool refuse_beyond_shared(const Access& access) {
  return refuse(access, "out-of-bounds",
                "offset " + std::to_string(access.address - now.shared_begin) +
                    " of its block's shared memory, of which there are " +
                    std::to_string(now.shared_size) +
                    " bytes: check the index, or ask for more in the launch's third parameter",
                "K13", cudaSuccess);
}

/// An index leads out of a variable, or a global variable of the host lies there.
std::string words_of_host_memory(const Access& access) {
  const std::string is_hosts = "host memory, which is not the device's";
  if (const Allocation* near = memory::find(access.address, true))
    return distance_words(access.size, access.address, near->begin, near->size) +
           allocation_words(*near) + ": check the index against the size; what lies there is " +
           is_hosts;
  return is_hosts +
         ": device code may use memory from cudaMalloc, cudaMallocManaged, cudaMallocHost or the "
         "device heap, and __device__ variables";
}

bool refuse_null(const Access& access) {
  const std::string words = "through a null pointer (address " + hex(access.address) + ")";
  if (!state.findings.full_heap_site)
    return refuse(access, "illegal-address", words, "G4", cudaErrorIllegalAddress);
  return refuse(
      access, "illegal-address",
      words + "; the device heap was full, so that the allocation at " +
          line_words(source_line(state.findings.full_heap_site), source_line(access.site)) +
          " returned null: no thread may use that",
      "H3", cudaErrorIllegalAddress, state.findings.full_heap_site);
}

/// A card maps memory in large pages, and all of the device heap: an access near an allocation
/// finds something there. One that is far from all ends the program, here too.
bool is_far(const Allocation& near, std::uintptr_t address) {
  constexpr std::uintptr_t kMapped = 8 << 20;
  const std::uintptr_t end = near.begin + near.size;
  return address > end && address - end > kMapped;
}

bool refuse_freed(const Access& access, std::uintptr_t begin, const Allocation& freed) {
  const bool object = is_object(freed.kind);
  return refuse(access, "use-after-free",
                name_of_memory(begin, access.size) + ", which was " +
                    (object ? "destroyed at " : "freed at ") +
                    file_and_line(source_line(freed.freed_at)) +
                    (object ? ": wait for the work that uses it, then destroy it" : ""),
                "H5", cudaSuccess, freed.freed_at);
}

}  // namespace

void note_full_heap(const void* site) { state.findings.full_heap_site = site; }

bool refuse_host_access(const Access& access) {
  const Allocation* what = memory::find(access.address, true);
  return refuse(access, "host-device-access",
                name_of_memory(access.address, access.size) +
                    (what && what->kind == Kind::kShared ? ", which only its block may touch"
                                                         : ", which only device code may touch") +
                    ": copy it with cudaMemcpy, or use managed or pinned memory",
                "G4", cudaErrorIllegalAddress, what ? what->allocated_at : nullptr);
}

bool refuse_host_memory(const Access& access) {
  if (access.address < 65536) return refuse_null(access);
  if (!is_mapped(access.address))
    return refuse(access, "illegal-address",
                  "address " + hex(access.address) + ", where there is no memory", "G4",
                  cudaErrorIllegalAddress);
  return refuse(access, "host-device-access", words_of_host_memory(access), "G4",
                cudaErrorIllegalAddress);
}

bool refuse_peer(const Access& access, int from, int to) {
  return refuse(
      access, "peer-access",
      name_of_memory(access.address, access.size) + " of device " + std::to_string(to) +
          " from device " + std::to_string(from) +
          ", which has no access to it. A grid runs on the device of its stream and its children "
          "stay there: allocate with that device current, or call cudaDeviceEnablePeerAccess(" +
          std::to_string(to) + ", 0) with device " + std::to_string(from) + " current",
      "D4", cudaErrorIllegalAddress);
}

/// As a card would end the program here with a segmentation fault, so does the run fail.
bool refuse_managed(const Access& access, const Allocation& memory) {
  return refuse(access, "managed-access",
                name_of_memory(access.address, access.size) +
                    ", while the device may still be at work. On this device "
                    "cudaDevAttrConcurrentManagedAccess is 0: the host must wait "
                    "(cudaDeviceSynchronize) before it touches any managed memory",
                "U6", cudaSuccess, memory.allocated_at);
}

bool refuse_foreign_shared(const Access& access) {
  return refuse(
      access, "shared-pointer",
      "through a pointer to another block's shared memory: shared memory is private to its block "
      "and no child or other block may use it; write the data to global memory, call "
      "__syncthreads(), and pass a pointer to that",
      "G3", cudaErrorInvalidAddressSpace);
}

bool refuse_left_shared(const Access& access) {
  const std::string of = part_at(access.address).of;
  return refuse(access, "left-cluster",
                "the shared memory" + (of.empty() ? " of a block" : of) +
                    " of its cluster, which has ended, and its shared memory with it: call "
                    "cluster.sync() after the last access, in every block of the cluster, so that "
                    "none ends before",
                "K14", cudaErrorLaunchFailure);
}

bool refuse_full_stack(const Access& access) {
  return refuse(access, "stack-overflow",
                "local memory beyond the end of its thread's: too deep a recursion, or too large a "
                "local array or argument",
                "R5", cudaErrorIllegalAddress);
}

bool refuse_foreign_local(const Access& access) {
  return refuse(
      access, "local-pointer",
      "through a pointer to another thread's local memory (an automatic variable, array or "
      "parameter): it is private to its thread, so a child must not get its address; pass the "
      "value, or put it in global memory",
      "G2", cudaErrorInvalidAddressSpace);
}

bool refuse_constant(const Access& access) {
  return refuse(access, "constant-write",
                name_of_memory(access.address, access.size) +
                    ": constant memory cannot be modified by device code, not even before a child "
                    "launch; copy to it from the host with cudaMemcpyToSymbol, or use __device__",
                "M7", cudaSuccess);
}

bool refuse_host_at_local(const Access& access) {
  return refuse(
      access, "local-pointer",
      "through a pointer to a device thread's local memory (an automatic variable, array or "
      "parameter): the host cannot reach it, and it is gone when the thread ends; put the value "
      "into global or managed memory",
      "G2", cudaSuccess);
}

bool refuse_outside(const Access& access, std::uintptr_t begin) {
  const Allocation* near = memory::find(begin, true);
  if (!near)
    return refuse(access, "out-of-bounds", "address " + hex(begin) + ", which is no allocation's",
                  "H5", cudaErrorIllegalAddress);
  if (!near->live && begin - near->begin < near->size) return refuse_freed(access, begin, *near);
  return refuse(access, "out-of-bounds",
                distance_words(access.size, begin, near->begin, near->size) +
                    allocation_words(*near) + ": check the index against the size",
                "H5", is_far(*near, begin) ? cudaErrorIllegalAddress : cudaSuccess,
                near->allocated_at);
}

/// A program may fill a whole pitch, so that this is only a warning; where it has done so once, as
/// with cudaMemset, the padding counts as its own.
void warn_of_padding(const Access& access, std::uintptr_t begin, const Allocation& rows) {
  if (!access.writes || now.on_host || now.block->work->info.kind != WorkInfo::Kind::kGrid) return;
  const std::size_t offset = begin - rows.begin;
  Diagnostic write = finding(
      access, "pitch-padding",
      distance_words(access.size, rows.begin + offset % rows.pitch, rows.begin, rows.width) +
          "row " + std::to_string(offset / rows.pitch) + " of " + allocation_words(rows) +
          ", in the padding before the next row: check the column against the width, and begin "
          "rows at a multiple of the pitch, in bytes",
      "H5", rows.allocated_at);
  write.severity = Severity::kWarning;
  diagnose(std::move(write));
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
  if (part.size == 0) return void(refuse_beyond_shared(access));
  const char* cure = part.name.empty()
                         ? ": check the index, or ask for more in the launch's third parameter"
                         : ": check the index against the size";
  refuse(access, "out-of-bounds",
         distance_words(access.size, begin, part.begin, part.size) + part_words(part) + " (" +
             byte_words(part.size) + ")" + cure,
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

}  // namespace emu::checker
