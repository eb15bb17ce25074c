// Files with more options, which build systems write where a command line would become too long:
// `--options-file FILE`, as nvcc, and `@FILE`, as g++.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace emu::toolchain {

/// The words of such a file: separated by blanks and line ends, quoted as in a shell.
std::vector<std::string> words_of(std::string_view text);

/// `arguments` with the words of the files that they name in the place of those names; a file may
/// name others, ten deep. Throws `std::runtime_error`, with a sentence, for a file that cannot be
/// read.
std::vector<std::string> with_options_files(const std::vector<std::string>& arguments);

}  // namespace emu::toolchain
