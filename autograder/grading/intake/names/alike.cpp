// Which names of a class look alike, and how its students are shown so that they can be told apart.
#include <set>

#include "grading/intake/names.h"
#include "grading/intake/names/looks.h"

namespace grading {
namespace {

/// Of these names two, plain ones if there are any: for each of them one of the two is another.
std::vector<std::string> first_two(const std::set<std::string>& names) {
  std::vector<std::string> two;
  for (const bool plain : {true, false}) {
    for (auto name = names.begin(); name != names.end() && two.size() < 2; ++name) {
      if (is_plain(*name) == plain) two.push_back(*name);
    }
  }
  return two;
}

}  // namespace

std::map<std::string, std::string> names_alike(const std::vector<std::string>& names) {
  std::map<std::string, std::set<std::string>> by_looks;
  for (const std::string& name : names) {
    for (const std::string& looks : all_looks_of(name)) by_looks[looks].insert(name);
  }
  std::map<std::string, std::string> alike;
  for (const auto& [looks, those] : by_looks) {
    const std::vector<std::string> first = first_two(those);
    if (first.size() < 2) continue;
    for (const std::string& name : those) {
      const std::string& other = name == first[0] ? first[1] : first[0];
      const auto [found, is_new] = alike.emplace(name, other);
      if (!is_new && is_plain(other)) found->second = other;
    }
  }
  return alike;
}

ShownNames::ShownNames(const std::vector<std::string>& names) {
  for (const auto& [name, other] : names_alike(names)) spelled_[name] = spelled_name(name);
}

std::string ShownNames::operator()(const std::string& name) const {
  const auto found = spelled_.find(name);
  return found == spelled_.end() ? shown_name(name) : found->second;
}

}  // namespace grading
