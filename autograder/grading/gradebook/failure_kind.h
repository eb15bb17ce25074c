// Which failures are of one kind: messages that differ only in numbers and addresses.
#pragma once

#include <string>
#include <string_view>

namespace grading {

/// The line of `message` that says what is wrong (the first; of a compiler's, the first error),
/// with "…" for each number and address that stands alone: "result[…] is …; it should be …".
std::string failure_kind(std::string_view message);

}  // namespace grading
