// One character at a time.
#include "grading/names.h"

#include <fmt/format.h>

#include "grading/sha256.h"
#include "utf8.h"

namespace grading {
namespace {

constexpr std::size_t kLongest = 100;

}  // namespace

std::string odd_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongest) return fmt::format("the name is longer than {} bytes", kLongest);
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

std::string file_name_of(std::string_view name) {
  std::string file;
  for (char c : name.substr(0, kLongest)) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    file += plain ? c : '-';
  }
  const bool same = file == name && !name.empty() &&
                    std::string_view("-.").find(name[0]) == std::string_view::npos;
  if (same) return file;
  if (!file.empty() && (file[0] == '.' || file[0] == '-')) file[0] = '_';
  return file + "~" + Sha256().add(name).digits().substr(0, 16);
}

std::string shown_name(std::string_view name) {
  std::string shown;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = utf8_length(name.substr(i));
    if (length == 0 || is_deceptive(utf8_code(name.substr(i, length)))) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(name[i++]));
    } else {
      shown += name.substr(i, length);
      i += length;
    }
  }
  return shown;
}

}  // namespace grading
