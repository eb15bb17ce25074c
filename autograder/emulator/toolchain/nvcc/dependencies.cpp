#include "toolchain/nvcc/dependencies.h"

#include <filesystem>

namespace emu::toolchain {
namespace {

/// Takes one rule off the front of `rules`: up to the first line end without a backslash before it.
std::string_view take_rule(std::string_view& rules) {
  std::size_t end = rules.find('\n');
  while (end != rules.npos && end > 0 && rules[end - 1] == '\\') end = rules.find('\n', end + 1);
  const std::string_view rule = rules.substr(0, end);
  rules.remove_prefix(end == rules.npos ? rules.size() : end + 1);
  return rule;
}

/// The rule's files, as they are written: a blank with a backslash before it belongs to a name.
std::vector<std::string_view> files_of(std::string_view rule) {
  std::vector<std::string_view> files;
  for (std::size_t at = 0; at < rule.size();) {
    if (rule[at] == ' ' || rule[at] == '\n' || (rule[at] == '\\' && rule[at + 1] == '\n')) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < rule.size() && rule[end] != '\n' && (rule[end] != ' ' || rule[end - 1] == '\\'))
      ++end;
    if (end < rule.size() && rule[end] == '\n' && rule[end - 1] == '\\') --end;
    files.push_back(rule.substr(at, end - at));
    at = end;
  }
  return files;
}

}  // namespace

std::vector<std::string> dependency_flags(const Dependencies& wanted, const std::string& object,
                                          const std::string& file) {
  std::vector<std::string> flags = {wanted.with_system ? "-MD" : "-MMD", "-MF", file};
  if (wanted.phony) flags.emplace_back("-MP");
  if (wanted.targets.empty()) flags.insert(flags.end(), {"-MQ", object});
  flags.insert(flags.end(), wanted.targets.begin(), wanted.targets.end());
  return flags;
}

std::string dependency_file(const Dependencies& wanted, const std::string& object) {
  if (!wanted.file.empty()) return wanted.file;
  return std::filesystem::path(object).replace_extension(".d").string();
}

std::string without_files_below(std::string_view rules, std::string_view folder) {
  std::string kept;
  while (!rules.empty()) {
    const std::vector<std::string_view> files = files_of(take_rule(rules));
    if (files.empty() || files[0].starts_with(folder)) continue;
    for (const std::string_view file : files) {
      if (file.starts_with(folder)) continue;
      if (file.data() != files[0].data()) kept += " \\\n ";
      kept += file;
    }
    kept += '\n';
  }
  return kept;
}

}  // namespace emu::toolchain
