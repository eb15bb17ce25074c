// What a compiler reads of a source itself, and of the headers that are neither a system's nor the
// emulator's: the tokens that the preprocessor leaves. By them its code can be compared with
// another's, whatever both look like, and seen whether its macros have changed a header.
#pragma once

#include <string>
#include <string_view>

#include "translator/text/tokens.h"

namespace emu::toolchain {

/// What stands in front of each header's tokens, as a directive would; the header's path follows.
inline constexpr const char* kHeaderPragma = "#pragma course_header ";

/// For each token and each directive that is left, `LINE COLUMN LENGTH`, a line end, LENGTH
/// characters and a line end; a directive's line begins with a #. First those of the source, under
/// whatever path it includes itself, then those of each header by its name.
std::string own_tokens(std::string_view preprocessed, std::string_view source,
                       const translator::IsUserFile& is_user_file);

}  // namespace emu::toolchain
