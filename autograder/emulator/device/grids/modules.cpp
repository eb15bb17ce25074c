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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// What ends the readable name of a variable that is one of the device's, whatever its section is.
constexpr std::pair<std::string_view, memory::Kind> kTags[] = {
    {"[abi:emu_device]", memory::Kind::kVariable},
    {"[abi:emu_constant]", memory::Kind::kConstant},
    {"[abi:emu_managed]", memory::Kind::kManaged}};

/// A tag cannot be a part of a name that a program has chosen: no name has a bracket.
std::optional<memory::Kind> kind_of_name(const char* symbol) {
  if (std::strstr(symbol, "emu_") == nullptr || std::strncmp(symbol, "_ZGV", 4) == 0) return {};
  const std::string_view name = readable(symbol);
  for (const auto& [tag, kind] : kTags)
    if (name.ends_with(tag)) return kind;
  return {};
}

/// For messages.
const char* without_tag(const char* name) {
  for (const auto& [tag, kind] : kTags)
    if (std::string_view(name).ends_with(tag)) return strndup(name, std::strlen(name) - tag.size());
  return name;
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

void read_symbols(Elf* elf, const std::map<unsigned, memory::Kind>& in,
                  std::vector<FileVariable>& variables) {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    if (header.sh_type != SHT_SYMTAB) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    for (int i = 0; i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
      GElf_Sym symbol;
      gelf_getsym(data, i, &symbol);
      // Linkers put marks of no size between sections.
      if (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 ||
          symbol.st_shndx == SHN_UNDEF)
        continue;
      const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
      const auto section_kind = in.find(symbol.st_shndx);
      const auto kind =
          section_kind != in.end() ? std::optional(section_kind->second) : kind_of_name(name);
      if (kind)
        variables.push_back({*kind, symbol.st_value, symbol.st_size, without_tag(readable(name))});
    }
  }
}

std::vector<FileVariable> read_variables(const char* path) {
  std::vector<FileVariable> variables;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return variables;
  if (Elf* elf = elf_begin(file, ELF_C_READ_MMAP, nullptr)) {
    read_symbols(elf, device_sections(elf), variables);
    elf_end(elf);
  }
  close(file);
  return variables;
}

const std::vector<FileVariable>& variables_of(const char* path) {
  const auto [known, is_new] = state.modules.files.try_emplace(path);
  if (is_new) known->second = read_variables(path);
  return known->second;
}

void register_module(const char* path, std::uintptr_t base) {
  for (const FileVariable& variable : variables_of(path)) {
    const std::uintptr_t begin = base + variable.begin;
    memory::register_variables(variable.kind, 0, begin, variable.size, variable.name);
    if (variable.kind != memory::Kind::kManaged) note_variable(begin, variable.size);
  }
}

int visit(dl_phdr_info* info, std::size_t, void*) {
  const bool system = std::strncmp(info->dlpi_name, "/lib", 4) == 0 ||
                      std::strncmp(info->dlpi_name, "/usr/lib", 8) == 0;
  if (!system && state.modules.registered.insert(info->dlpi_addr).second)
    register_module(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", info->dlpi_addr);
  return 0;
}

}  // namespace

void register_modules() {
  elf_version(EV_CURRENT);
  dl_iterate_phdr(&visit, nullptr);
}

void read_variables_ahead(const char* path) {
  elf_version(EV_CURRENT);
  variables_of(path);
}

}  // namespace emu
