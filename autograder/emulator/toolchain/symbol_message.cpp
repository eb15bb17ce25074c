#include "symbol_message.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string_view>

namespace emu::toolchain {
namespace {

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

}  // namespace

std::string readable(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

std::string symbol_message(const ObjectFile& object, const Symbol& symbol,
                           const std::string& source, const std::string& words) {
  const std::string name = readable(symbol.name);
  Place place = object.place_of(symbol);
  if (place.line == 0) place = first_mention(source, name.substr(0, name.find('(')));
  return place.file + "(" + std::to_string(place.line) + "): error: " + name + words + "\n";
}

}  // namespace emu::toolchain
