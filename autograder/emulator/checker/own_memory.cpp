#include "checker/own_memory.h"

#include <link.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace emu::checker {

Segment own_variables, own_report;
void (*caught)() = nullptr;

namespace {

constexpr std::size_t kMostReadable = 8;
Segment readable[kMostReadable];
std::size_t readable_count = 0;

bool is_readable(std::uintptr_t begin, std::size_t size) {
  return std::any_of(readable, readable + readable_count, [=](const Segment& one) {
    return begin - one.begin < one.size && begin + size <= one.begin + one.size;
  });
}

/// The writable part of the module that this variable lies in, without what relocation has made
/// read-only: that protects itself, and tables in it are read by generated code.
int find_around(dl_phdr_info* module, std::size_t, void*) {
  const auto here = reinterpret_cast<std::uintptr_t>(&own_variables);
  std::uintptr_t begin = 0, end = 0, relro = 0;
  for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
    const auto& p = module->dlpi_phdr[i];
    const std::uintptr_t at = module->dlpi_addr + p.p_vaddr;
    if (p.p_type == PT_GNU_RELRO) relro = at + p.p_memsz;
    if (p.p_type == PT_LOAD && here - at < p.p_memsz)
      std::tie(begin, end) = std::pair(at, at + p.p_memsz);
  }
  if (begin == 0) return 0;
  const bool program = !module->dlpi_name || !*module->dlpi_name;
  if (relro > begin && relro < end) begin = relro;
  if (!program) own_variables = {begin, end - begin};
  return 1;
}

bool in_kernel() { return now.block->work->info.kind == WorkInfo::Kind::kGrid; }

Diagnostic finding(const Access& access) {
  return {
      .rule = "emulator-memory",
      .message = std::string(in_kernel()   ? "device code"
                             : now.on_host ? "the host"
                                           : "a copy") +
                 (access.writes ? " writes" : " reads") +
                 " memory of the emulator, which belongs to no CUDA program: the pointer was made "
                 "of a number, or ran far out of its array",
      .where = source_line(access.site),
      .other = {},
      .cites = "R5"};
}

}  // namespace

bool touches_own(std::uintptr_t begin, std::size_t size) {
  const auto overlaps = [=](std::uintptr_t from, std::size_t length) {
    return begin < from + length && from < begin + size;
  };
  return overlaps(memory::kOwnBegin, memory::kOwnSize) ||
         overlaps(own_variables.begin, own_variables.size) ||
         overlaps(own_report.begin, own_report.size);
}

void look_at_own(const Access& access) {
  if (!access.writes && is_readable(access.address, access.size)) return;
  diagnose(finding(access));
  if (in_kernel()) {
    if (fault) fault(cudaErrorIllegalAddress);
  } else if (caught) {
    caught();
  }
}

void keep_out(const volatile void* address, std::size_t size, bool writes, const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (enabled && touches_own(a, size))
    look_at_own({.address = a, .size = size, .writes = writes, .site = site});
}

void take_as_own(const volatile void* begin, std::size_t size) {
  own_report = {reinterpret_cast<std::uintptr_t>(begin), size};
}

void leave_readable(const volatile void* begin, std::size_t size) {
  if (readable_count < kMostReadable)
    readable[readable_count++] = {reinterpret_cast<std::uintptr_t>(begin), size};
}

void find_own_variables() { dl_iterate_phdr(find_around, nullptr); }

}  // namespace emu::checker
