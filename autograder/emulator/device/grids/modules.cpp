#include "device/grids/modules.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <unistd.h>

#include <cctype>
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

/// How the translator marks names of variables that are the device's where their section may be
/// lost: a tag after the name, a namespace before a template's.
constexpr std::pair<std::string_view, memory::Kind> kTags[] = {
    {"[abi:emu_device]", memory::Kind::kVariable},
    {"[abi:emu_constant]", memory::Kind::kConstant},
    {"[abi:emu_managed]", memory::Kind::kManaged},
    {"emu_device_templates::", memory::Kind::kVariable},
    {"emu_constant_templates::", memory::Kind::kConstant},
    {"emu_managed_templates::", memory::Kind::kManaged}};

/// A name or none, then a list of template arguments or none: `n<int, a<b> >`, `<int>`, `n`.
bool is_end_of_name(std::string_view text) {
  while (!text.empty() && (std::isalnum(text.front()) || text.front() == '_'))
    text.remove_prefix(1);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (depth == 0) return i + 1 == text.size();
  }
  return text.empty();
}

/// Where the variable's own tag begins. A name in an argument or of a function around it does not
/// count: `f<&n[abi:emu_device]>()::m` is the host's.
std::size_t place_of_tag(std::string_view name, std::string_view tag) {
  const std::size_t place = name.rfind(tag);
  if (place == name.npos || !is_end_of_name(name.substr(place + tag.size()))) return name.npos;
  return place;
}

std::optional<memory::Kind> kind_of_name(const char* symbol) {
  if (std::strstr(symbol, "emu_") == nullptr || std::strncmp(symbol, "_ZGV", 4) == 0) return {};
  const std::string_view name = readable(symbol);
  for (const auto& [tag, kind] : kTags)
    if (place_of_tag(name, tag) != name.npos) return kind;
  return {};
}

/// For messages: `n<int>` of `n[abi:emu_device]<int>`.
const char* without_tag(const char* name) {
  for (const auto& [tag, kind] : kTags) {
    std::string text(name);
    const std::size_t place = place_of_tag(text, tag);
    if (place != text.npos) return strdup(text.erase(place, tag.size()).c_str());
  }
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
