#include "device/grids/modules.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "device/device.h"
#include "device/grids/variables.h"
#include "device/state.h"
#include "memory/memory.h"

namespace emu {

namespace {

// Inline variables and static locals of inline functions lie in `emu_device_inline` and its kin:
// what linkers merge cannot share a section with what they keep.
std::optional<memory::Kind> kind_of_section(const char* section_name) {
  if (!section_name) return std::nullopt;
  const std::string_view name(section_name);
  if (name.starts_with("emu_device")) return memory::Kind::kVariable;
  if (name.starts_with("emu_constant")) return memory::Kind::kConstant;
  if (name.starts_with("emu_managed")) return memory::Kind::kManaged;
  return std::nullopt;
}

const char* readable(const char* symbol) {
  int status = 0;
  // A plain name may look like a type's code: "f" would become "float".
  if (std::strncmp(symbol, "_Z", 2) != 0) return strdup(symbol);
  char* name = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  return status == 0 ? name : strdup(symbol);  // lives as long as the module's registration
}

/// The sections that hold device variables, by section number.
std::map<unsigned, memory::Kind> device_sections(Elf* elf) {
  std::map<unsigned, memory::Kind> found;
  std::size_t names = 0;
  elf_getshdrstrndx(elf, &names);
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    if (const auto kind = kind_of_section(elf_strptr(elf, names, header.sh_name)))
      found[static_cast<unsigned>(elf_ndxscn(section))] = *kind;
  }
  return found;
}

void register_symbols(Elf* elf, std::uintptr_t base, const std::map<unsigned, memory::Kind>& in) {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    if (header.sh_type != SHT_SYMTAB) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    for (int i = 0; i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
      GElf_Sym symbol;
      gelf_getsym(data, i, &symbol);
      const auto kind = in.find(symbol.st_shndx);
      const bool variable = GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size != 0;
      if (kind == in.end() || !variable) continue;  // linkers put marks of no size between sections
      memory::register_variables(kind->second, 0, base + symbol.st_value, symbol.st_size,
                                 readable(elf_strptr(elf, header.sh_link, symbol.st_name)));
      if (kind->second != memory::Kind::kManaged)
        note_variable(base + symbol.st_value, symbol.st_size);
    }
  }
}

void register_module(const char* path, std::uintptr_t base) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  if (Elf* elf = elf_begin(file, ELF_C_READ_MMAP, nullptr)) {
    const auto sections = device_sections(elf);
    if (!sections.empty()) register_symbols(elf, base, sections);
    elf_end(elf);
  }
  close(file);
}

int visit(dl_phdr_info* info, std::size_t, void* context) {
  auto& known = *static_cast<std::set<std::uintptr_t>*>(context);
  const bool system = std::strncmp(info->dlpi_name, "/lib", 4) == 0 ||
                      std::strncmp(info->dlpi_name, "/usr/lib", 8) == 0;
  if (!system && known.insert(info->dlpi_addr).second)
    register_module(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", info->dlpi_addr);
  return 0;
}

}  // namespace

void register_modules() {
  elf_version(EV_CURRENT);
  dl_iterate_phdr(&visit, &state.modules);
}

}  // namespace emu
