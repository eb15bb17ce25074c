#include "device/leaks.h"

#include <map>
#include <string>

#include "checker/checker.h"
#include "device/finding.h"
#include "memory/memory.h"

namespace emu {

namespace {

struct Leak {
  std::size_t bytes = 0, count = 0;
  memory::Kind kind{};
};

using Leaks = std::map<const void*, Leak>;

void collect(const memory::Allocation& allocation, void* context) {
  using memory::Kind;
  if (allocation.kind == Kind::kShared || allocation.kind == Kind::kVariable ||
      allocation.kind == Kind::kConstant || allocation.kind == Kind::kTextureObject ||
      allocation.kind == Kind::kSurfaceObject || allocation.name)
    return;
  Leak& leak = (*static_cast<Leaks*>(context))[allocation.allocated_at];
  leak.bytes += allocation.size;
  ++leak.count;
  leak.kind = allocation.kind;
}

std::string text(const Leak& leak) {
  const bool heap = leak.kind == memory::Kind::kHeap;
  return std::to_string(leak.count) + (leak.count == 1 ? " allocation" : " allocations") + " of " +
         std::to_string(leak.bytes) + " bytes" + (leak.count == 1 ? " is" : " together are") +
         " never freed" + (heap ? ": memory of the device heap lives until a kernel frees it" : "");
}

}  // namespace

void report_leaks() {
  Leaks leaks;
  memory::each_live(&collect, &leaks);
  for (const auto& [site, leak] : leaks)
    report_finding({.rule = "leak",
                    .severity = checker::Severity::kWarning,
                    .message = text(leak),
                    .where = checker::source_line(site),
                    .cites = leak.kind == memory::Kind::kHeap ? "H5" : "H4"});
}

}  // namespace emu
