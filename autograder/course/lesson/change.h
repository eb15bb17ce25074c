// What a mistake changes in a solution, or an attack in an exercise. Its lines say where: numbers
// of lines would be wrong after every change of a skeleton.
//
//   Check: SumIsRight        the head, for others to read: it ends with the first empty line
//
//   -  a line that is taken out
//   +  a line that is put in its place
//   @@ launch
//      a line that stays: it says where the next one goes
//   +  a line that is added
//
// A hunk is a few such lines, each after a -, a + or a space. A line `@@` begins the next hunk. The
// lines with - and a space must be in the text exactly once, one after another. If they are there
// more often, `@@ NAME` says in which region they are, or one more line that stays.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace course {

struct Hunk {
  std::size_t line = 0;             ///< where it begins in its file, from 1
  std::string region;               ///< in which its lines are; empty: anywhere
  std::vector<std::string> before;  ///< lines of the text: those with - and space
  std::vector<std::string> after;   ///< what comes in their place: those with + and space
};

/// The hunks of `change`, the text of `file`. Throws FileError when there is none, or one that does
/// not say where it goes, or changes nothing.
std::vector<Hunk> hunks_of(const std::string& change, const std::filesystem::path& file);

/// `text` with the hunks, each of which is looked for in `text` as it is. New lines end as the
/// first of `text` does, in \n or \r\n. Throws FileError, with the hunk's line, where its lines are
/// not in `text`, or more than once, or in another hunk, too.
std::string changed(const std::string& text, const std::string& change,
                    const std::filesystem::path& file);

}  // namespace course
