// Text that a student's program may have written, made harmless for pages, tables and terminals.
#pragma once

#include <string>
#include <string_view>

namespace grading {

/// Without control characters other than line ends and tabs, without those that turn the direction
/// of writing, and without bytes that are no UTF-8: U+FFFD stands for each. Without marks beyond
/// those that a letter may have (combining_marks.h): nothing stands for them.
std::string cleaned(std::string_view text);

/// At most `bytes` long, cut between two characters and with "…" where something was left out.
std::string shortened(const std::string& text, std::size_t bytes);

/// The same with the beginning and the end kept, as where a file's name ends matters: in all at
/// most `bytes` long with the "…".
std::string shortened_in_the_middle(const std::string& text, std::size_t bytes);

/// `cleaned` and in one line: line ends and tabs become spaces.
std::string in_one_line(std::string_view text);

/// As the content of an XML or HTML element or attribute.
std::string escaped_for_markup(std::string_view text);

/// As a cell of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula, because
/// it begins with = + - @, a tab or a line end, or with blanks and then one of these, gets an
/// apostrophe in front, unless it is a number.
std::string csv_cell(std::string_view text);

/// The number, date or time that a spreadsheet takes the text for, written in one way: what it
/// reads from a table and saves again is perhaps spelled in another. Empty where the text stays
/// what it is.
std::string number_in(std::string_view text);

}  // namespace grading
