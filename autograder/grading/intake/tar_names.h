// A tar archive may name a file up to three times: in its header, in a record of GNU tar for long
// names, and in one of POSIX (pax). Programs that know fewer of them see other files, and so do
// programs that read the header's field for the name's beginning where it has another meaning, or
// that are more or less strict about numbers, records and the end.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "grading/intake/intake.h"

namespace grading {

/// Whether a program that looks at how a file begins may take the block for a header: its checksum
/// is right.
bool is_tar_header(std::string_view block);

/// Throws BadArchive for what is not one tar archive that gzip has packed, to the file's end, but
/// for zeros. Also where one gives a file two names of which one is `wanted` and the other is not
/// the same, two sizes, or bytes to something that has none, which some programs take for the next
/// header; for a `wanted` file that is there twice, has holes, or is a file for some programs only;
/// for names with a zero byte, numbers and records that programs read in several ways, and beyond
/// the limits. That the header has a shortened name, which is not `wanted`, is usual. Call it in
/// the shield; the descriptor may stand anywhere afterwards.
void tar_names_must_agree(int descriptor, const std::function<bool(const std::string&)>& wanted,
                          const IntakeLimits& limits);

}  // namespace grading
