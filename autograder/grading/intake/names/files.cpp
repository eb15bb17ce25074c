// Which names are refused, and which can be those of files, on Windows too.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "grading/intake/names.h"
#include "grading/intake/sha256.h"

namespace grading {
namespace {

constexpr std::size_t kLongestName = 100;

/// What Windows takes for a device, whatever its ending: no page of that name could be saved there.
bool is_a_device(std::string_view file) {
  std::string_view stem = file.substr(0, file.find('.'));
  stem = stem.substr(0, stem.find_last_not_of(' ') + 1);
  constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
  if (std::find(std::begin(kDevices), std::end(kDevices), stem) != std::end(kDevices)) return true;
  if (!stem.starts_with("com") && !stem.starts_with("lpt")) return false;
  const std::string_view number = stem.substr(3);
  return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\u00b9" ||
         number == "\u00b2" || number == "\u00b3";
}

/// One that Windows may have given a file of a longer name: LONGNA~1.TXT. Who opens it there opens
/// that file.
bool may_be_a_short_form(std::string_view name) {
  constexpr std::size_t kLongestNameStem = 8;
  const std::string_view stem = name.substr(0, name.find('.'));
  const std::size_t tilde = stem.rfind('~');
  return tilde != std::string_view::npos && stem.size() <= kLongestNameStem &&
         tilde + 1 < stem.size() && stem[tilde + 1] >= '0' && stem[tilde + 1] <= '9';
}

}  // namespace

std::string in_small_letters(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string odd_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongestName)
    return fmt::format("the name is longer than {} bytes", kLongestName);
  if (std::string_view("-@.").find(name[0]) != std::string_view::npos) {
    return fmt::format("the name begins with '{}'", name[0]);
  }
  for (std::size_t i = 0; i < name.size();) {
    if (name[i] == '/' || name[i] == '\\') return "the name has a slash";
    const std::size_t length = utf8_length(name.substr(i));
    if (length == 0) return "the name is not UTF-8";
    if (is_deceptive(utf8_code(name.substr(i, length)))) return "the name has a control character";
    i += length;
  }
  return {};
}

bool can_be_saved(std::string_view name) {
  const auto is_refused = [](char c) {
    return static_cast<unsigned char>(c) < ' ' ||
           std::string_view("<>:\"/\\|?*").find(c) != std::string_view::npos;
  };
  return std::none_of(name.begin(), name.end(), is_refused) && !name.empty() &&
         !name.ends_with('.') && !name.ends_with(' ') &&
         !is_a_device(in_small_letters(std::string(name))) && !may_be_a_short_form(name);
}

std::string file_name_of(std::string_view name) {
  std::string file;
  for (const char c : in_small_letters(std::string(name.substr(0, kLongestName)))) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    file += plain ? c : '-';
  }
  const bool same = file == name && can_be_saved(name) &&
                    std::string_view("-.").find(name[0]) == std::string_view::npos;
  if (same) return file;
  if (!file.empty() && (file[0] == '.' || file[0] == '-')) file[0] = '_';
  if (is_a_device(file)) file.insert(0, "_");
  return file + "~" + Sha256().add(name).digits().substr(0, 16);
}

}  // namespace grading
