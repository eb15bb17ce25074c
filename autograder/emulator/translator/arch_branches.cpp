#include "translator/arch_branches.h"

#include <vector>

namespace emu::translator {
namespace {

// The directive's text after the `#`, empty for other lines.
std::string_view directive_of(std::string_view line) {
  std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || line[start] != '#') return {};
  start = line.find_first_not_of(" \t", start + 1);
  return start == std::string_view::npos ? std::string_view() : line.substr(start);
}

}  // namespace

bool in_arch_branch(std::string_view source, std::uint32_t line) {
  std::vector<bool> asks;  // of every conditional around
  for (std::uint32_t number = 1; number < line && !source.empty(); ++number) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    const std::string_view directive = directive_of(source.substr(0, end));
    const bool names_arch = directive.find("__CUDA_ARCH__") != std::string_view::npos;
    if (directive.starts_with("if")) {
      asks.push_back(names_arch);
    } else if (directive.starts_with("elif") && !asks.empty()) {
      asks.back() = asks.back() || names_arch;
    } else if (directive.starts_with("endif") && !asks.empty()) {
      asks.pop_back();
    }
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  for (const bool asked : asks) {
    if (asked) return true;
  }
  return false;
}

}  // namespace emu::translator
