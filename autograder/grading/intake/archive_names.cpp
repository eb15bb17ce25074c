// Part by part, between slashes.
#include "grading/intake/archive_names.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>
#include <vector>

#include "grading/intake/names.h"

namespace grading {
namespace {

constexpr std::size_t kLongestPart = 255;  // that file systems take

/// Those of which unpacking makes folders and a file.
std::vector<std::string_view> parts_of(std::string_view name) {
  name = name.substr(0, name.find('\0'));
  std::vector<std::string_view> parts;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (!part.empty() && part != ".") parts.push_back(part);
    name.remove_prefix(std::min(name.size(), part.size() + 1));
  }
  return parts;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// Letters that are others where case does not count, and that do not look like them.
void write_out(std::string& part) {
  constexpr std::pair<const char*, const char*> kLetters[] = {
      {"\u017f", "s"},   {"\ufb00", "ff"},  {"\ufb01", "fi"}, {"\ufb02", "fl"},
      {"\ufb03", "ffi"}, {"\ufb04", "ffl"}, {"\ufb05", "st"}, {"\ufb06", "st"}};
  for (const auto& [letter, as] : kLetters) replace_all(part, letter, as);
}

std::string_view without_version(std::string_view part) {
  const std::size_t mark = part.rfind(';');
  if (mark == part.npos) return part;
  const bool is_number = std::ranges::all_of(part.substr(mark + 1),
                                             [](unsigned char c) { return std::isdigit(c) != 0; });
  return is_number ? part.substr(0, mark) : part;
}

std::string folded_part(std::string_view part) {
  part = without_version(part.substr(0, part.find(':')));
  while (!part.empty() && (part.back() == '.' || part.back() == ' ')) part.remove_suffix(1);
  std::string text(part);
  std::erase(text, '\xff');  // unzip leaves it out
  write_out(text);
  return text.empty() ? text : looks_of(text);
}

}  // namespace

std::string unpacked_name(std::string_view name) {
  std::string unpacked;
  for (const std::string_view part : parts_of(name)) {
    if (!unpacked.empty()) unpacked += '/';
    unpacked += part;
  }
  const bool is_folder = name.substr(0, name.find('\0')).ends_with('/');
  return is_folder && !unpacked.empty() ? unpacked + '/' : unpacked;
}

std::string graded_as(std::string_view name,
                      const std::function<bool(const std::string&)>& wanted) {
  const std::string unpacked = unpacked_name(name);
  if (unpacked.empty() || !wanted(unpacked)) return {};
  const std::filesystem::path path(unpacked);
  return (path.parent_path().filename() / path.filename()).string();
}

std::string folded_name(std::string_view name) {
  std::string folded;
  int count = 0;
  const std::vector<std::string_view> parts = parts_of(name);
  for (auto part = parts.rbegin(); part != parts.rend() && count < 2; ++part) {
    if (part->size() > kLongestPart) return {};
    const std::string text = folded_part(*part);
    if (text.empty()) continue;  // "...", on Windows
    folded.insert(0, "/" + text);
    ++count;
  }
  return folded;
}

}  // namespace grading
