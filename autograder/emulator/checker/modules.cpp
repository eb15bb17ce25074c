#include "checker/modules.h"

#include <link.h>

#include <algorithm>

#include "memory/own.h"

namespace emu::checker {

namespace {

struct Part {
  std::uintptr_t begin, end;
  ModulePart what;
  bool code;
};

memory::OwnVector<Part>& parts() {
  static memory::OwnVector<Part> list;
  return list;
}

// Read-only after relocation comes first: it lies inside a writable segment.
int add_module(dl_phdr_info* module, std::size_t, void*) {
  for (const bool relro : {true, false}) {
    for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
      const auto& p = module->dlpi_phdr[i];
      if (p.p_type != (relro ? PT_GNU_RELRO : PT_LOAD)) continue;
      const bool constant = relro || (p.p_flags & PF_W) == 0;
      parts().push_back({module->dlpi_addr + p.p_vaddr, module->dlpi_addr + p.p_vaddr + p.p_memsz,
                         constant ? ModulePart::kConstant : ModulePart::kData,
                         !relro && (p.p_flags & PF_X) != 0});
    }
  }
  return 0;
}

const Part* find(std::uintptr_t address) {
  const auto found = std::find_if(parts().begin(), parts().end(), [=](const Part& p) {
    return address >= p.begin && address < p.end;
  });
  return found == parts().end() ? nullptr : &*found;
}

const Part* find_or_reload(std::uintptr_t address) {
  if (const Part* known = find(address)) return known;
  parts().clear();
  dl_iterate_phdr(add_module, nullptr);
  return find(address);
}

}  // namespace

Segment module_constants;

Segment text_around(const void* address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const Part* part = find_or_reload(a);
  if (!part || !part->code) return {};
  return {part->begin, part->end - part->begin};
}

ModulePart module_part(std::uintptr_t address) {
  const Part* part = find_or_reload(address);
  if (!part) return ModulePart::kNone;
  if (part->what == ModulePart::kConstant)
    module_constants = {part->begin, part->end - part->begin};
  return part->what;
}

}  // namespace emu::checker
