// What names can be mistaken for.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace grading {

/// All that the name may be taken for: those are alike that have one of these in common.
std::set<std::string> all_looks_of(std::string_view name);

}  // namespace grading
