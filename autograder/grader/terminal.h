// Words with colour, when a person with a terminal is reading and has not set NO_COLOR.
#pragma once

#include <string>
#include <string_view>

namespace grader {

enum class Colour { kRed, kGreen, kYellow, kBlue, kDim, kBold };

/// `text` in that colour on a terminal, unchanged elsewhere.
std::string paint(Colour colour, std::string_view text);

/// Overrides the decision; for output that does not go to our own standard output and for tests.
void use_colours(bool yes);

/// Whether a person can be asked on standard input and answered on standard output.
bool person_is_there();

/// Every line of `text` after `indent` spaces, and a line break at its end.
std::string indented(std::string_view text, std::size_t indent);

/// Breaks long lines of `text` at spaces into lines of at most `width` columns, each after `indent`
/// spaces. Lines that fit stay as they are, their inner spaces too.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 96);

}  // namespace grader
