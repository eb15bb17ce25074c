// A tar archive may name a file up to three times: in its header, in a record of GNU tar for long
// names, and in one of POSIX (pax). Programs that know fewer of them see other files, and so do
// programs that read the header's field for the name's beginning where it has another meaning.
#pragma once

#include <functional>
#include <string>

#include "grading/intake/intake.h"

namespace grading {

/// Throws BadArchive where a tar archive, packed by gzip or not, gives a file two names of which
/// one is `wanted` and the other is not the same, two sizes, or bytes to something that has none,
/// which some programs take for the next header; for a `wanted` entry that is a file for some
/// programs only, names with a zero byte; and beyond the limits. That the header has a
/// shortened name, which is not `wanted`, is usual. What is no tar archive is passed by. Call it in
/// the shield; the descriptor may stand anywhere afterwards.
void tar_names_must_agree(int descriptor, const std::function<bool(const std::string&)>& wanted,
                          const IntakeLimits& limits);

}  // namespace grading
