#include "owned_names.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace emu::toolchain {
namespace {

std::string readable(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

bool is_reserved(std::string_view name) {
  for (const std::string_view start : {"__tsan_", "__wrap_", "__real_", "emulator_"})
    if (name.starts_with(start)) return true;
  return false;
}

/// What the C library and the linker find by name when a program starts and ends.
bool belongs_to_the_start(std::string_view name) {
  for (const std::string_view one :
       {"_init", "_fini", "_start", "__libc_start_main", "__gmon_start__", "__cxa_finalize",
        "__cxa_atexit", "_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable"})
    if (name == one) return true;
  return false;
}

bool holds_word(std::string_view text, std::string_view word) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end])))
      return true;
  }
  return false;
}

/// Where debug information says nothing, as of variables.
Place first_mention(const std::string& source, std::string_view name) {
  std::ifstream in(source, std::ios::binary);
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number)
    if (holds_word(line, name)) return {source, number};
  return {source, 1};
}

std::string message(const ObjectFile& object, const Symbol& symbol, const std::string& source,
                    const std::string& words) {
  const std::string name = readable(symbol.name);
  Place place = object.place_of(symbol);
  if (place.line == 0) place = first_mention(source, name.substr(0, name.find('(')));
  return place.file + "(" + std::to_string(place.line) + "): error: " + name + words + "\n";
}

std::string_view why_refused(const std::string& name) {
  static const std::unordered_map<std::string_view, std::string_view> kReasons = {
#define REFUSED(name, why) {name, why},
#include "refused_imports.inc"
#undef REFUSED
  };
  const auto found = kReasons.find(name);
  return found == kReasons.end() ? "" : found->second;
}

}  // namespace

std::string refused_definitions(const ObjectFile& object, const std::string& source,
                                const std::string& library) {
  const std::vector<std::string> exported = exported_by(library);
  const std::unordered_set<std::string_view> owned(exported.begin(), exported.end());
  std::string messages;
  for (const Symbol& symbol : object.symbols()) {
    if (!symbol.defined) continue;
    if (owned.contains(symbol.name) || is_reserved(symbol.name))
      messages += message(object, symbol, source, " belongs to the emulator: choose another name");
    else if (belongs_to_the_start(symbol.name))
      messages += message(object, symbol, source,
                          " belongs to how programs start and end: choose another name");
  }
  return messages;
}

std::string refused_imports(const ObjectFile& object, const std::string& source) {
  std::string messages;
  for (const Symbol& symbol : object.symbols()) {
    const std::string_view why = symbol.defined ? "" : why_refused(symbol.name);
    if (why.empty()) continue;
    messages += message(object, symbol, source, " is not for exercises: it " + std::string(why));
  }
  return messages;
}

}  // namespace emu::toolchain
