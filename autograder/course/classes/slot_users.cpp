// Asks the machine, number by number.
#include "course/classes/slot_users.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "course/classes/leftovers.h"

namespace course {

namespace fs = std::filesystem;

namespace {

void add_owner(std::set<uid_t>& owners, const fs::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) == 0) owners.insert(status.st_uid);
}

void add_owners_in(std::set<uid_t>& owners, const fs::path& folder) {
  std::error_code gone;  // processes and graders end at any time
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    add_owner(owners, entry->path());
  }
}

/// Of processes, and of graders' slots that may have none just now.
std::set<uid_t> numbers_in_use() {
  std::set<uid_t> owners;
  add_owners_in(owners, "/proc");
  std::error_code gone;
  for (fs::directory_iterator entry("/tmp", gone), end; !gone && entry != end;
       entry.increment(gone)) {
    if (!is_a_graders(entry->path())) continue;
    add_owners_in(owners, entry->path());
    for (int slot = 0; fs::exists(slot_of(entry->path(), slot)); ++slot)
      add_owners_in(owners, slot_of(entry->path(), slot));
  }
  return owners;
}

std::vector<NumberRange> ranges_of_people() {
  std::ostringstream text;
  for (const char* file : {"/etc/subuid", "/etc/subgid"}) {
    std::ifstream in(file);
    if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf() << '\n';
  }
  return ranges_in(text.str());
}

}  // namespace

std::vector<NumberRange> ranges_in(const std::string& text) {
  std::vector<NumberRange> ranges;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    NumberRange range;
    if (std::sscanf(line.c_str(), "%*[^:]:%llu:%llu", &range.first, &range.count) == 2)
      ranges.push_back(range);
  }
  return ranges;
}

std::vector<uid_t> free_users(std::size_t count, const std::string& grader) {
  constexpr std::size_t kNumbers = kLastSlotUser - kFirstSlotUser + 1;
  const std::set<uid_t> in_use = numbers_in_use();
  const std::vector<NumberRange> ranges = ranges_of_people();
  const std::size_t begin = std::hash<std::string>()(grader) % kNumbers;
  std::vector<uid_t> free;
  for (std::size_t i = 0; i < kNumbers && free.size() < count; ++i) {
    const uid_t number = kFirstSlotUser + static_cast<uid_t>((begin + i) % kNumbers);
    const bool in_a_range =
        std::ranges::any_of(ranges, [number](const NumberRange& one) { return one.has(number); });
    if (in_use.contains(number) || in_a_range) continue;
    if (getpwuid(number) == nullptr && getgrgid(number) == nullptr) free.push_back(number);
  }
  if (free.size() == count) return free;
  throw std::runtime_error(fmt::format(
      "{} slots need a user each, but of the numbers {} to {} only {} are free on this machine: "
      "grade with fewer --jobs, or not as root",
      count, kFirstSlotUser, kLastSlotUser, free.size()));
}

}  // namespace course
