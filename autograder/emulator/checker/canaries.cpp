#include "checker/canaries.h"

#include <algorithm>
#include <string>
#include <utility>

#include "checker/checker.h"

namespace emu::checker {

namespace {

bool told_already() {
  return std::ranges::any_of(diagnostics(),
                             [](const auto& d) { return d.rule == "out-of-bounds"; });
}

std::string text(const memory::Allocation& allocation, std::size_t bytes) {
  return "this allocation of " + std::to_string(allocation.size) + " bytes was written to up to " +
         std::to_string(bytes) + " bytes after its end, where the program has no memory. " +
         "The line that did it was not seen, as where a function that returns a struct writes it " +
         "into memory: look for an index or a pointer that goes too far (H5)";
}

}  // namespace

void check_canary(const memory::Allocation& allocation, const void* freed_at) {
  const std::size_t bytes = memory::overrun(allocation);
  if (bytes == 0 || told_already()) return;
  Diagnostic finding{.rule = "out-of-bounds",
                     .message = text(allocation, bytes),
                     .where = source_line(allocation.allocated_at),
                     .other = {},
                     .cites = "H5"};
  if (freed_at) finding.other = source_line(freed_at);
  diagnose(std::move(finding));
}

void check_canaries() {
  memory::each_live([](const memory::Allocation& each, void*) { check_canary(each, nullptr); },
                    nullptr);
}

}  // namespace emu::checker
