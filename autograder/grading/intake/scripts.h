// The scripts that letters of names are of.
#pragma once

#include <string>
#include <string_view>

namespace grading {

/// "Latin and Cyrillic" where one word of the name has letters of both; else nothing. Chinese,
/// Japanese and Korean writing counts as one script, which Latin letters may stand in: names are
/// written so. Beside another alphabet's they are perhaps there because they look the same.
std::string scripts_mixed_in(std::string_view name);

}  // namespace grading
