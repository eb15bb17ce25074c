#include "checker/modules.h"

#include <link.h>

#include <algorithm>

#include "checker/state.h"

namespace emu::checker {

namespace {

// Read-only after relocation comes first: it lies inside a writable segment.
int add_module(dl_phdr_info* module, std::size_t, void*) {
  for (const bool relro : {true, false}) {
    for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
      const auto& p = module->dlpi_phdr[i];
      if (p.p_type != (relro ? PT_GNU_RELRO : PT_LOAD)) continue;
      const bool constant = relro || (p.p_flags & PF_W) == 0;
      state.code.modules.push_back({module->dlpi_addr + p.p_vaddr,
                                    module->dlpi_addr + p.p_vaddr + p.p_memsz,
                                    constant ? ModulePart::kConstant : ModulePart::kData,
                                    !relro && (p.p_flags & PF_X) != 0});
    }
  }
  return 0;
}

const ModuleRange* find(std::uintptr_t address) {
  const auto found =
      std::find_if(state.code.modules.begin(), state.code.modules.end(),
                   [=](const ModuleRange& p) { return address >= p.begin && address < p.end; });
  return found == state.code.modules.end() ? nullptr : &*found;
}

const ModuleRange* find_or_reload(std::uintptr_t address) {
  if (const ModuleRange* known = find(address)) return known;
  state.code.modules.clear();
  dl_iterate_phdr(add_module, nullptr);
  return find(address);
}

}  // namespace

Segment text_around(const void* address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const ModuleRange* part = find_or_reload(a);
  if (!part || !part->code) return {};
  return {part->begin, part->end - part->begin};
}

ModulePart module_part(std::uintptr_t address) {
  const ModuleRange* part = find_or_reload(address);
  if (!part) return ModulePart::kNone;
  if (part->what == ModulePart::kConstant) now.constants = {part->begin, part->end - part->begin};
  return part->what;
}

}  // namespace emu::checker
