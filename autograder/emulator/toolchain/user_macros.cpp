#include "toolchain/user_macros.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace emu::toolchain {
namespace {

/// One option of the user's: "-D" "N=3" and "-DN=3" are the same.
struct Option {
  std::string_view name;  // -D, -U, -include; empty for others
  std::string_view value;
  std::size_t words = 1;
};

Option option_at(const std::vector<std::string>& flags, std::size_t i) {
  const std::string_view word = flags[i];
  for (const std::string_view name : {"-D", "-U", "-include"}) {
    if (word == name && i + 1 < flags.size()) return {name, flags[i + 1], 2};
    if (name != "-include" && word.starts_with(name)) return {name, word.substr(name.size())};
  }
  return {};
}

/// "N" of "N=3" and of "N(x)=x".
std::string_view macro_name(std::string_view definition) {
  return definition.substr(0, definition.find_first_of("=("));
}

bool is_asked_for_by_headers(std::string_view macro) {
  return macro.starts_with('_') || macro.starts_with("CUDA") || macro == "NDEBUG";
}

bool is_text(const Option& option) {
  if (option.name.empty()) return false;
  return option.name == "-include" || !is_asked_for_by_headers(macro_name(option.value));
}

/// Compilers look for it where they were called first, then where `#include "…"` does.
std::string included(const std::string& file) {
  std::error_code unknown;
  const bool here = std::filesystem::exists(file, unknown);
  return "#include \"" + (here ? std::filesystem::absolute(file).string() : file) + "\"\n";
}

std::string directive(const Option& option) {
  std::string value(option.value);
  std::ranges::replace(value, '\n', ' ');
  if (option.name == "-include") return included(value);
  if (option.name == "-U") return "#undef " + value + "\n";
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos) return "#define " + value + " 1\n";
  return "#define " + value.substr(0, equals) + " " + value.substr(equals + 1) + "\n";
}

}  // namespace

std::vector<std::string> flags_without_user_text(const std::vector<std::string>& flags) {
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < flags.size();) {
    const Option option = option_at(flags, i);
    const auto first = flags.begin() + static_cast<std::ptrdiff_t>(i);
    if (!is_text(option))
      rest.insert(rest.end(), first, first + static_cast<std::ptrdiff_t>(option.words));
    i += option.words;
  }
  return rest;
}

std::string user_text(const std::vector<std::string>& flags) {
  std::string text;
  for (std::size_t i = 0; i < flags.size();) {
    const Option option = option_at(flags, i);
    if (is_text(option)) text += directive(option);
    i += option.words;
  }
  return text;
}

}  // namespace emu::toolchain
