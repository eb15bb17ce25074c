// What a compiler reads of a source itself, without the files that it includes: the tokens that the
// preprocessor leaves. By them its code can be compared with another's, whatever both look like.
#pragma once

#include <string>
#include <string_view>

namespace emu::toolchain {

/// For each token and each directive that is left, `LINE COLUMN LENGTH`, a line end, LENGTH
/// characters and a line end; a directive's line begins with a #.
std::string own_tokens(std::string_view preprocessed, std::string_view source);

}  // namespace emu::toolchain
