#include "included_files.h"

#include <fstream>
#include <set>
#include <sstream>

#include "line_directives.h"
#include "line_marker.h"
#include "refusal.h"
#include "source_bytes.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const std::string inside = fs::weakly_canonical(folder, error).string() + "/";
  return !folder.empty() && file.string().starts_with(inside);
}

/// `<../../tmp/x.h>` finds files anywhere, and they are system headers to compilers.
bool is_installed(const std::string& name, const Installation& where) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(name, error);
  return is_below(file, "/usr") || is_below(file, "/opt") || is_below(file, where.include) ||
         is_below(file, where.precompiled);
}

std::string refusal(const std::string& name, unsigned line, const std::string& words) {
  return translator::Refusal{name, line, words}.message() + "\n";
}

/// A file of the exercise's own.
std::string look_at_source(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (const auto odd = first_odd_byte(text.str()))
    return refusal(name, odd->line, "a source holds only text, and here is " + odd->what);
  std::string messages;
  for (const unsigned line : line_directives(text.str()))
    messages += refusal(name, line, "#line is not for exercises: lines are those of the file");
  return messages;
}

std::string look_at(const std::string& name, bool system, const Installation& where) {
  if (!system) return look_at_source(name);
  if (!is_installed(name, where))
    return refusal(name, 1, "this file is no system header: include it in quotes, by its own path");
  if (name.ends_with("intrin.h"))
    return refusal(name, 1,
                   "the checker cannot see what processor intrinsics do: do without this header");
  return "";
}

}  // namespace

std::string refused_files(std::string_view preprocessed, const Installation& where) {
  std::set<std::string> seen;
  std::string messages;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view line = preprocessed.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("# ")) continue;
    const auto marker = translator::parse_line_marker(line);
    if (!marker || marker->file.starts_with('<') || !seen.insert(marker->file).second) continue;
    messages += look_at(marker->file, marker->system, where);
  }
  return messages;
}

}  // namespace emu::toolchain
