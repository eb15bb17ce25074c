#include "checker/own_memory.h"

#include <link.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "checker/open_range.h"
#include "checker/state.h"

[[gnu::visibility("default")]] emu::looks::Closed emulator_closed[emu::looks::kAllRanges];

namespace emu::checker {

namespace {

std::uintptr_t end_of(const looks::Closed& range) { return range.begin + range.size; }

void set_closed(looks::Range range, std::uintptr_t begin, std::size_t size) {
  looks::close(range, begin, size);
  forget_open();
}

/// `around` grows by what is closed.
void close(looks::Range around, const void* begin, std::size_t size) {
  if (begin == nullptr || size == 0) return;
  state.closed.libraries.add(begin, size);
  looks::Closed& range = emulator_closed[around];
  const std::uintptr_t a = reinterpret_cast<std::uintptr_t>(begin), end = a + size;
  const std::uintptr_t first = range.size == 0 ? a : std::min(a, range.begin + looks::kMargin);
  set_closed(around, first, std::max(end, end_of(range)) - first);
}

/// The variables of a module, without what relocation has made read-only: that protects itself, and
/// tables in it are read by generated code.
Segment variables_of(const dl_phdr_info& module) {
  std::uintptr_t begin = 0, end = 0, relro = 0;
  for (unsigned i = 0; i < module.dlpi_phnum; ++i) {
    const auto& p = module.dlpi_phdr[i];
    const std::uintptr_t at = module.dlpi_addr + p.p_vaddr;
    if (p.p_type == PT_GNU_RELRO) relro = at + p.p_memsz;
    if (p.p_type == PT_LOAD && (p.p_flags & PF_W) != 0)
      std::tie(begin, end) = std::pair(at, at + p.p_memsz);
  }
  if (relro > begin && relro < end) begin = relro;
  return {begin, end - begin};
}

/// The variables of a module, and those of this thread; not of the one that is named.
int close_module(dl_phdr_info* module, std::size_t, void* open) {
  if (std::string_view(module->dlpi_name) == static_cast<const char*>(open)) return 0;
  const Segment variables = variables_of(*module);
  close(looks::kLibraries, reinterpret_cast<void*>(variables.begin), variables.size);
  for (unsigned i = 0; i < module->dlpi_phnum; ++i)
    if (const auto& p = module->dlpi_phdr[i]; p.p_type == PT_TLS)
      close(looks::kThread, module->dlpi_tls_data, p.p_memsz);
  return 0;
}

/// The emulator's own variables, unless it is part of a program.
int find_around(dl_phdr_info* module, std::size_t, void*) {
  const Segment variables = variables_of(*module);
  if (reinterpret_cast<std::uintptr_t>(&now) - variables.begin >= variables.size) return 0;
  if (module->dlpi_name && *module->dlpi_name) now.own_variables = variables;
  set_closed(looks::kVariables, now.own_variables.begin, now.own_variables.size);
  return 1;
}

bool in_kernel() { return now.block->work->info.kind == WorkInfo::Kind::kGrid; }

bool touches_callers(std::uintptr_t begin, std::size_t size) {
  const auto touches = [=](const Frames& one) {
    return begin < one.end && one.begin < begin + size;
  };
  const looks::Closed& callers = emulator_closed[looks::kCallersFrames];
  return touches({callers.begin + looks::kMargin, end_of(callers)}) ||
         std::ranges::any_of(state.closed.frames, touches);
}

std::string who() { return in_kernel() ? "device code" : now.on_host ? "the host" : "a copy"; }

/// A loop that runs too far over an automatic array comes there, without any ill will.
Diagnostic overrun_of_stack(const Access& access) {
  return {.rule = "out-of-bounds",
          .message = who() +
                     " writes to the stack of the function's callers, beyond all of its own "
                     "variables: an automatic array was overrun (R5)",
          .where = source_line(access.site),
          .other = {},
          .cites = "R5"};
}

Diagnostic finding(const Access& access) {
  if (touches_callers(access.address, access.size)) return overrun_of_stack(access);
  return {.rule = "emulator-memory",
          .message = who() + (access.writes ? " writes" : " reads") + " memory of " +
                     (touches_own(access.address, access.size) ? "the emulator" : "a library") +
                     ", which belongs to no CUDA program: the pointer was made of a number, or ran "
                     "far out of its array",
          .where = source_line(access.site),
          .other = {},
          .cites = "R5"};
}

}  // namespace

ClosedFrames::ClosedFrames(std::uintptr_t lowest, std::uintptr_t end) {
  state.closed.frames.push_back({lowest, std::max(lowest, end)});
  const std::uintptr_t highest =
      std::max(end_of(emulator_closed[looks::kFramesBetween]), state.closed.frames.back().end);
  set_closed(looks::kFramesBetween, lowest, highest - lowest);
}

ClosedFrames::~ClosedFrames() {
  state.closed.frames.pop_back();
  const std::uintptr_t highest = end_of(emulator_closed[looks::kFramesBetween]);
  if (state.closed.frames.empty())
    set_closed(looks::kFramesBetween, 0, 0);
  else
    set_closed(looks::kFramesBetween, state.closed.frames.back().begin,
               highest - state.closed.frames.back().begin);
}

std::uintptr_t* ClosedFrames::begin() const { return &state.closed.frames.back().begin; }

bool touches_own(std::uintptr_t begin, std::size_t size) {
  const auto overlaps = [=](std::uintptr_t from, std::size_t length) {
    return begin < from + length && from < begin + size;
  };
  return overlaps(memory::kOwnBegin, memory::kOwnSize) ||
         overlaps(now.own_variables.begin, now.own_variables.size) ||
         overlaps(now.own_report.begin, now.own_report.size);
}

bool touches_library(std::uintptr_t begin, std::size_t size) {
  const std::uintptr_t in_arena = begin - memory::kArenaBegin;
  if (in_arena < memory::kArenaSize && size <= memory::kArenaSize - in_arena) return false;
  if (state.closed.writable.hold(begin, size)) return false;
  return state.closed.libraries.touch(begin, size) || touches_callers(begin, size);
}

bool is_refused(const Access& access) {
  return touches_own(access.address, access.size) ||
         (access.writes && touches_library(access.address, access.size));
}

void look_at_own(const Access& access) {
  if (!access.writes && state.closed.readable.hold(access.address, access.size)) return;
  diagnose(finding(access));
  if (in_kernel()) {
    if (state.callbacks.fault) state.callbacks.fault(cudaErrorIllegalAddress);
  } else if (state.callbacks.caught) {
    state.callbacks.caught();
  }
}

void keep_out(const volatile void* address, std::size_t size, bool writes, const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const Access access{.address = a, .size = size, .writes = writes, .site = site};
  if (now.enabled && is_refused(access)) look_at_own(access);
}

void take_as_own(const volatile void* begin, std::size_t size) {
  now.own_report = {reinterpret_cast<std::uintptr_t>(begin), size};
  set_closed(looks::kReport, now.own_report.begin, now.own_report.size);
}

void leave_readable(const volatile void* begin, std::size_t size) {
  state.closed.readable.add(begin, size);
  emulator_closed[looks::kReadable] = {reinterpret_cast<std::uintptr_t>(begin), size};
}

void leave_writable(const volatile void* begin, std::size_t size) {
  state.closed.writable.add(begin, size);
}

void close_libraries(const char* program) {
  dl_iterate_phdr(close_module, const_cast<char*>(program));
  // What the C library keeps of a thread beside its variables.
  constexpr std::size_t kThread = 2304;
  close(looks::kThread, __builtin_thread_pointer(), kThread);
}

void find_own_variables() {
  set_closed(looks::kOwn, memory::kOwnBegin, memory::kOwnSize);
  set_closed(looks::kDeviceMemory, memory::kArenaBegin, memory::kArenaSize);
  dl_iterate_phdr(find_around, nullptr);
}

}  // namespace emu::checker
