#include "translator/refusals/refused_names.h"

#include <algorithm>

namespace emu::translator {
namespace {

constexpr std::string_view kList =
#include "cuda_refused.inc"
    ;

/// `*` stands for any letters.
bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at)
    if (matches(rest, name.substr(at))) return true;
  return false;
}

/// `ptx:cp.async.bulk` is the beginning of `ptx:cp.async.bulk.wait_group`.
bool begins(std::string_view pattern, std::string_view name) {
  return name.starts_with("ptx:") && name.size() > pattern.size() && name.starts_with(pattern) &&
         name[pattern.size()] == '.';
}

/// The text before `separator`, which goes with it from the front of `rest`.
std::string_view take_until(std::string_view& rest, std::string_view separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  return text;
}

bool any_matches(std::string_view patterns, std::string_view name) {
  while (!patterns.empty()) {
    const std::string_view pattern = take_until(patterns, " ");
    if (matches(pattern, name) || begins(pattern, name)) return true;
  }
  return false;
}

}  // namespace

std::string_view why_refused(std::string_view name) {
  for (std::string_view lines = kList; !lines.empty();) {
    std::string_view line = take_until(lines, "\n");
    if (line.starts_with('#')) continue;
    const std::string_view patterns = take_until(line, ": ");
    if (any_matches(patterns, name)) return line;
  }
  return "";
}

}  // namespace emu::translator
