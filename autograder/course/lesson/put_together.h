// A text, and what a file has instead of parts of it: how solutions are written.
//
//   // Its idea, in the place of the text's first comment.
//   #include <bit>
//
//   // before: struct Solver {
//   a helper, which goes in front of the only line that begins so
//
//   // instead of: int steps;
//   another line in the place of the only one that begins so, or none
//
//   // begin: NAME
//   a region. Text in front of one goes in front of it.
//   // end: NAME
#pragma once

#include <filesystem>
#include <string>

namespace course {

/// The whole: `text` with the pieces that stand in `file`. Throws FileError, of that file, for a
/// region, or a beginning of a line, that `text` has not, or not once.
std::string put_together(const std::string& text, const std::string& pieces,
                         const std::filesystem::path& file);

/// The first paragraph of comment at the beginning of `text`, in one line.
std::string idea_of(const std::string& text);

}  // namespace course
