// What the compiler says of translated code, told of the user's code: without the lambdas that
// kernels have become, and without the insides of the emulator's headers.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace emu::toolchain {

/// The text of a line of a source file, by its number from 1; empty when there is none.
using SourceLineReader = std::function<std::string(const std::string& file, unsigned line)>;

/// `messages` of g++ or clang++ for the user's eyes:
///   - a line that says no more than that an error lies in a lambda function is gone;
///   - notes that lie in headers below `headers` lose their place, the picture of the line there,
///     and the list of who included it, and are gone where they are about the emulator's own types;
///   - what `<<<…>>>` became is `<<<…>>>` again;
///   - of CUDA's names that the emulator does not have it says so;
///   - the lines that clang++ shows are those of the source, not of its translation.
/// Errors and warnings are never lost, nor do their places change.
std::string for_the_user(std::string_view messages, std::string_view headers,
                         const SourceLineReader& source_line);

}  // namespace emu::toolchain
