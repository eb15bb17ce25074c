// libdwfl reads object files as if they were loaded: it gives each section an address of its own,
// by which debug information is asked.
#include "object_file.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

namespace emu::toolchain {
namespace {

int no_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, char**, Elf**) { return -1; }
int no_debug_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                  GElf_Word, char**) {
  return -1;
}

bool is_debug_section(Elf* elf, std::size_t names, const GElf_Shdr& header) {
  const char* name = elf_strptr(elf, names, header.sh_name);
  return !name || (header.sh_flags & SHF_ALLOC) == 0;
}

/// The address, as libdwfl has laid sections out, of the first place in section `relocations` that
/// names the symbol.
std::optional<GElf_Addr> first_use(Elf* elf, Elf_Scn* relocations, std::size_t symbol) {
  GElf_Shdr header, target;
  std::size_t names = 0;
  elf_getshdrstrndx(elf, &names);
  if (!gelf_getshdr(relocations, &header) || header.sh_type != SHT_RELA) return std::nullopt;
  Elf_Scn* section = elf_getscn(elf, header.sh_info);
  if (!section || !gelf_getshdr(section, &target) || is_debug_section(elf, names, target))
    return std::nullopt;
  Elf_Data* data = elf_getdata(relocations, nullptr);
  const std::size_t count = header.sh_entsize == 0 ? 0 : header.sh_size / header.sh_entsize;
  for (std::size_t i = 0; data && i < count; ++i) {
    GElf_Rela one;
    if (gelf_getrela(data, static_cast<int>(i), &one) && GELF_R_SYM(one.r_info) == symbol)
      return target.sh_addr + one.r_offset;
  }
  return std::nullopt;
}

bool is_of_the_system(const Place& place) { return place.file.starts_with("/usr/"); }

}  // namespace

struct ObjectFile::Reader {
  explicit Reader(const std::string& path) {
    static const Dwfl_Callbacks callbacks{no_file, no_debug_file, dwfl_offline_section_address,
                                          nullptr};
    dwfl = dwfl_begin(&callbacks);
    if (dwfl) module = dwfl_report_offline(dwfl, path.c_str(), path.c_str(), -1);
    if (dwfl) dwfl_report_end(dwfl, nullptr, nullptr);
    if (!module) throw BadObject("cannot read the object file " + path);
  }
  ~Reader() { dwfl_end(dwfl); }

  Place at(GElf_Addr address) const {
    Dwfl_Line* line = dwfl_module_getsrc(module, address);
    int number = 0;
    const char* file =
        line ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
    return file ? Place{file, static_cast<unsigned>(number)} : Place{};
  }

  /// The same, of the user's code where a function of a system header was inlined into it: the
  /// nearest line before that is of no such header.
  Place outside_headers(GElf_Addr address) const {
    constexpr GElf_Addr kNear = 4096;
    const Place inside = at(address);
    Place place = inside;
    for (GElf_Addr back = 1; back < kNear && is_of_the_system(place); ++back)
      place = at(address - std::min(back, address));
    return place.line == 0 || is_of_the_system(place) ? inside : place;
  }

  Place first_use_of(int symbol) const {
    GElf_Addr bias = 0;
    Elf* elf = dwfl_module_getelf(module, &bias);
    for (Elf_Scn* section = nullptr; elf && (section = elf_nextscn(elf, section));) {
      const auto address = first_use(elf, section, static_cast<std::size_t>(symbol));
      if (!address) continue;
      if (const Place place = outside_headers(*address + bias); place.line != 0) return place;
    }
    return {};
  }

  Dwfl* dwfl = nullptr;
  Dwfl_Module* module = nullptr;
};

ObjectFile::ObjectFile(const std::string& path) : reader_(std::make_unique<Reader>(path)) {
  const int count = dwfl_module_getsymtab(reader_->module);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Word section = 0;
    const char* name = dwfl_module_getsym(reader_->module, i, &symbol, &section);
    const unsigned type = GELF_ST_TYPE(symbol.st_info);
    if (!name || !*name || type == STT_SECTION || type == STT_FILE) continue;
    symbols_.push_back({name, symbol.st_shndx != SHN_UNDEF, i});
  }
}

ObjectFile::~ObjectFile() = default;

Place ObjectFile::place_of(const Symbol& symbol) const {
  if (!symbol.defined) return reader_->first_use_of(symbol.index);
  GElf_Sym read;
  GElf_Addr address = 0;
  dwfl_module_getsym_info(reader_->module, symbol.index, &read, &address, nullptr, nullptr,
                          nullptr);
  return GELF_ST_TYPE(read.st_info) == STT_FUNC ? reader_->at(address) : Place{};
}

std::vector<std::string> exported_by(const std::string& library) {
  elf_version(EV_CURRENT);
  std::vector<std::string> names;
  const int file = open(library.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return names;
  Elf* elf = elf_begin(file, ELF_C_READ_MMAP, nullptr);
  for (Elf_Scn* section = nullptr; elf && (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNSYM) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    const std::size_t count = header.sh_entsize == 0 ? 0 : header.sh_size / header.sh_entsize;
    for (std::size_t i = 1; data && i < count; ++i) {
      GElf_Sym symbol;
      if (!gelf_getsym(data, static_cast<int>(i), &symbol)) break;
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      const bool strong = GELF_ST_BIND(symbol.st_info) == STB_GLOBAL;
      if (name && strong && symbol.st_shndx != SHN_UNDEF) names.emplace_back(name);
    }
  }
  elf_end(elf);
  close(file);
  return names;
}

}  // namespace emu::toolchain
