// libdwfl reads object files as if they were loaded: it gives each section an address of its own,
// by which debug information is asked.
#include "toolchain/objects/object_file.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>

#include "toolchain/offline_callbacks.h"

namespace emu::toolchain {
namespace {

bool is_debug_section(Elf* elf, std::size_t names, const GElf_Shdr& header) {
  const char* name = elf_strptr(elf, names, header.sh_name);
  return !name || (header.sh_flags & SHF_ALLOC) == 0;
}

/// The addresses, as libdwfl has laid sections out, of the places in section `relocations` that
/// name the symbol.
std::vector<GElf_Addr> uses(Elf* elf, Elf_Scn* relocations, std::size_t symbol) {
  std::vector<GElf_Addr> found;
  GElf_Shdr header, target;
  std::size_t names = 0;
  elf_getshdrstrndx(elf, &names);
  if (!gelf_getshdr(relocations, &header) || header.sh_type != SHT_RELA) return found;
  Elf_Scn* section = elf_getscn(elf, header.sh_info);
  if (!section || !gelf_getshdr(section, &target) || is_debug_section(elf, names, target))
    return found;
  Elf_Data* data = elf_getdata(relocations, nullptr);
  const std::size_t count = header.sh_entsize == 0 ? 0 : header.sh_size / header.sh_entsize;
  for (std::size_t i = 0; data && i < count; ++i) {
    GElf_Rela one;
    if (gelf_getrela(data, static_cast<int>(i), &one) && GELF_R_SYM(one.r_info) == symbol)
      found.push_back(target.sh_addr + one.r_offset);
  }
  return found;
}

bool is_of_the_system(const Place& place) { return place.file.starts_with("/usr/"); }

}  // namespace

struct ObjectFile::Reader {
  explicit Reader(const std::string& path) {
    dwfl = dwfl_begin(&kOfflineCallbacks);
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

  /// The same, of `source` where another file's function was inlined into it: the nearest line
  /// before, in the same function, that is of it.
  Place in_source(GElf_Addr address, const std::string& source) const {
    GElf_Off into = 0;
    GElf_Sym function;
    dwfl_module_addrinfo(module, address, &into, &function, nullptr, nullptr, nullptr);
    const Place inside = at(address);
    Place place = inside;
    for (GElf_Off back = 1; back <= into && place.file != source; ++back)
      place = at(address - back);
    return place.file == source ? place : inside;
  }

  std::vector<GElf_Addr> uses_of(int symbol) const {
    std::vector<GElf_Addr> all;
    GElf_Addr bias = 0;
    Elf* elf = dwfl_module_getelf(module, &bias);
    for (Elf_Scn* section = nullptr; elf && (section = elf_nextscn(elf, section));)
      for (const GElf_Addr address : uses(elf, section, static_cast<std::size_t>(symbol)))
        all.push_back(address + bias);
    return all;
  }

  Place first_use_of(int symbol, const std::string& source) const {
    Place first;
    for (const GElf_Addr address : uses_of(symbol)) {
      Place place = in_source(address, source);
      if (place.file == source) return place;
      if (first.line == 0) first = place;
    }
    return first;
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

bool ObjectFile::only_headers_use(const Symbol& symbol) const {
  return std::ranges::all_of(reader_->uses_of(symbol.index), [&](GElf_Addr address) {
    return is_of_the_system(reader_->at(address));
  });
}

Place ObjectFile::place_of(const Symbol& symbol, const std::string& source) const {
  if (!symbol.defined) return reader_->first_use_of(symbol.index, source);
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
