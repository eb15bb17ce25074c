// Users for the slots of a class: numbers that nobody on this machine has. Who had the number of a
// slot could write into its folder, and end or look at what runs there.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace course {

/// The numbers that may be used: those that systemd takes for users that live as long as a service.
/// People's numbers end below, those of many containers at 65,535.
constexpr uid_t kFirstSlotUser = 61'184, kLastSlotUser = 65'519;

/// `count` numbers, each of them no user's and no group's, in no range of /etc/subuid or
/// /etc/subgid, of no process, and of no other grader's slot. Where the search begins depends on
/// `grader`, so that graders in containers, which do not see each other, seldom share one. Throws
/// std::runtime_error when there are too few.
std::vector<uid_t> free_users(std::size_t count, const std::string& grader);

/// The numbers of a file like /etc/subuid, "NAME:FIRST:COUNT" a line, of which some may be used.
/// What is no such line is passed by.
struct NumberRange {
  unsigned long long first = 0, count = 0;
  bool has(uid_t number) const { return number >= first && number - first < count; }
};
std::vector<NumberRange> ranges_in(const std::string& text);

}  // namespace course
