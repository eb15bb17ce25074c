// The rules that messages cite by number, in the words of docs/rules.md, which is read when one is
// needed. A checkout without that page, such as a class's grader, does without the words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/course.h"

namespace course {

/// The numbers of the last citation in a message: "M2" of "… (M2)", "D2" and "D3" of "… (D2, D3)".
std::vector<std::string> cited_rules(std::string_view message);

/// What the rule says in its first sentence; empty where there is no such rule.
std::string rule_sentence(const Course& course, const std::string& rule);

}  // namespace course
