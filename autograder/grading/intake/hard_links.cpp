// File by file, all the names that it has in the class.
#include "grading/intake/hard_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grading/intake/names.h"

namespace grading {
namespace {

using Names = std::vector<const NamedFile*>;

bool is_in_a_strange_folder(const NamedFile& one, std::uint32_t instructor) {
  return one.folder_owner != one.file.owner && one.folder_owner != instructor &&
         one.folder_owner != 0;
}

std::string others_than(const std::string& student, const Names& names) {
  constexpr std::size_t kMost = 3;
  std::set<std::string> others;
  for (const NamedFile* one : names) {
    if (one->student != student) others.insert(shown_name(one->student));
  }
  std::string text;
  std::size_t count = 0;
  for (const std::string& other : others) {
    if (count++ < kMost) text += (text.empty() ? "" : ", ") + other;
  }
  if (count > kMost) text += fmt::format(" and {} more", count - kMost);
  return text;
}

Refused refusal_of(const NamedFile& one) {
  return {one.student, one.lesson,
          fmt::format("{} is a hard link to a file that belongs to another student. Hand in a "
                      "file of your own",
                      one.name)};
}

Doubt doubt_about(const NamedFile& one, const Names& names) {
  return {one.student, one.lesson,
          fmt::format("its {} is the same file on the disk as that of {} (a hard link), and who "
                      "made the link cannot be told: ask whose work it is",
                      one.name, others_than(one.student, names))};
}

Doubt doubt_about_owner(const NamedFile& one) {
  return {one.student, one.lesson,
          fmt::format("its {} is a hard link: the file belongs to user {}, the folder to user {}, "
                      "and it has another name outside of the class. See what it is a link to",
                      one.name, one.file.owner, one.folder_owner)};
}

void look_at(const Names& names, std::uint32_t instructor, HardLinks& found) {
  const auto is_strange = [&](const NamedFile* one) {
    return is_in_a_strange_folder(*one, instructor);
  };
  std::set<std::string> students, at_home;
  for (const NamedFile* one : names) {
    students.insert(one->student);
    if (!is_strange(one)) at_home.insert(one->student);
  }
  for (const NamedFile* one : names) {
    const bool another_has_it = at_home.size() > (at_home.contains(one->student) ? 1U : 0U);
    if (is_strange(one) && another_has_it) {
      found.refused.push_back(refusal_of(*one));
    } else if (at_home.size() > 1 || (at_home.empty() && students.size() > 1)) {
      found.doubts.push_back(doubt_about(*one, names));
    } else if (is_strange(one)) {
      found.doubts.push_back(doubt_about_owner(*one));
    }
  }
}

}  // namespace

HardLinks look_at_hard_links(const std::vector<NamedFile>& files, std::uint32_t instructor) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, Names> by_file;
  for (const NamedFile& one : files) {
    if (one.file.names > 1) by_file[{one.file.device, one.file.number}].push_back(&one);
  }
  HardLinks found;
  for (const auto& [file, names] : by_file) look_at(names, instructor, found);
  return found;
}

}  // namespace grading
