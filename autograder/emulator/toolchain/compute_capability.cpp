#include "toolchain/compute_capability.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "toolchain/command_line.h"
#include "translator/text/line_marker.h"

namespace emu::toolchain {
namespace {

bool takes_prefix(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

/// The files that the text's line markers name, system headers left out.
std::unordered_set<std::string> named_files(std::string_view preprocessed) {
  std::unordered_set<std::string> files;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view line = preprocessed.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("# ")) continue;
    const auto marker = translator::parse_line_marker(line);
    if (marker && !marker->system) files.insert(marker->file);
  }
  return files;
}

}  // namespace

int arch_of(std::string_view name) {
  const std::string_view whole = name;
  if (name == "native" || name == "all" || name == "all-major") return kArch;
  takes_prefix(name, "sm_") || takes_prefix(name, "compute_") || takes_prefix(name, "lto_");
  if (name.ends_with('a') || name.ends_with('f')) name.remove_suffix(1);
  int number = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  if (read.ec != std::errc{} || read.ptr != name.data() + name.size() || number < 10)
    throw UsageError("-arch takes sm_90, compute_90, native or all, not " + std::string(whole));
  return number * 10;
}

int arch_of_gencode(std::string_view words) {
  int highest = 0;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(",[]\"'"), words.size());
    std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    takes_prefix(word, "arch=") || takes_prefix(word, "code=");
    if (word.empty()) continue;
    if (const int arch = arch_of(word); arch <= kArch) highest = std::max(highest, arch);
  }
  return highest == 0 ? kArch : highest;
}

bool asks_for_arch(std::string_view preprocessed,
                   const std::function<bool(std::string_view file)>& is_user_file,
                   const std::function<std::string(const std::string& file)>& read_file) {
  for (const std::string& file : named_files(preprocessed)) {
    if (is_user_file(file) && read_file(file).find("__CUDA_ARCH__") != std::string::npos)
      return true;
  }
  return false;
}

}  // namespace emu::toolchain
