// nvcc's options as words: their long spellings, those that mean nothing for an emulated device,
// and those that ask for what only a GPU could run. The names are those that `nvcc --help` lists.
#pragma once

#include <string>
#include <string_view>

namespace emu::toolchain {

/// "-D" for "--define-macro"; empty for what has no other spelling, or is spelled shortly.
std::string short_spelling(std::string_view word);

/// Whether an option has no effect here: `-lineinfo`, `-G`.
bool means_nothing(std::string_view option);

/// The same, of one that is followed by a value: `-maxrregcount 32`, `-maxrregcount=32`. `name` is
/// the option without its value.
bool means_nothing_with_value(std::string_view name);

/// Whether `-Werror` may be followed by this word.
bool is_kind_of_error(std::string_view word);

/// Whether an option asks for machine code of a GPU: `-ptx`, `-cubin`.
bool asks_for_gpu_code(std::string_view option);

}  // namespace emu::toolchain
