#include "toolchain/objects/exports.h"

#include <dlfcn.h>

#include <cctype>

#include "toolchain/objects/object_file.h"

namespace emu::toolchain {
namespace {

bool is_c_name(const std::string& name) {
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return !name.starts_with("_Z");
}

/// emucc has all libraries in its own process that libemulator.so needs.
bool a_library_has(const std::string& name) { return dlsym(RTLD_DEFAULT, name.c_str()) != nullptr; }

}  // namespace

std::string export_script(const std::vector<std::string>& objects) {
  std::string names;
  for (const std::string& path : objects) {
    const ObjectFile object(path);
    for (const Symbol& symbol : object.symbols())
      if (symbol.defined && is_c_name(symbol.name) && !a_library_has(symbol.name))
        names += " " + symbol.name + ";";
  }
  return "{" + (names.empty() ? names : " global:" + names) + " local: *; };\n";
}

}  // namespace emu::toolchain
