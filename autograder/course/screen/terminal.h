// Words for a person: with color on a terminal, and plainly for those who listen to a screen
// reader.
//
// Plain words have no color, no pictures made of characters, and no meaning in where a word
// stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace course {

enum class Color { kRed, kGreen, kYellow, kBlue, kDim, kBold };

/// `text` in that color on a terminal whose user has not set NO_COLOR, unchanged elsewhere.
std::string paint(Color color, std::string_view text);

/// Overrides the decision; for output that does not go to our own standard output and for tests.
void use_colors(bool yes);

/// What --plain asks for, or COURSE_PLAIN=1 in the environment.
bool plain();
void speak_plainly(bool yes);

/// Whether a person can be asked on standard input and answered on standard output.
bool person_is_there();

/// Columns to write in: 80, or those of the terminal where it has fewer.
std::size_t screen_width();

/// Columns that `text` takes: its characters, without the codes of its colors.
std::size_t columns_of(std::string_view text);

/// How many bytes the first `columns` characters of plain text take; fewer when it ends before.
std::size_t bytes_of(std::string_view text, std::size_t columns);

/// `text`, or as much of it as fits into `width` columns, with "…" at its end. Whole when plain.
/// Requires: `text` has no colors.
std::string cut_to(const std::string& text, std::size_t width);

/// Every line of `text` after `indent` spaces, and a line break at its end.
std::string indented(std::string_view text, std::size_t indent);

/// Breaks long lines of `text` at spaces into lines of at most `width` columns (0: of the screen),
/// each after `indent` spaces. Lines that fit stay as they are, their inner spaces too.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 0);

/// `text` behind `label`, in lines that all begin where the first does:
/// "  label  text …". Plain: "label: text …".
std::string labeled(std::string_view label, std::string_view text);

}  // namespace course
