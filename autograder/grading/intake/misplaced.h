// Where the exercise of a student lies who has not handed it in as LESSON/exercise.cu: so that they
// hear what was found, instead of that they have handed in nothing.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace grading {

/// Names of the files below the folder, relative to it, in order. What is hidden is left out, links
/// are not followed, and of a very large folder only a part is looked at.
std::vector<std::string> files_below(const std::filesystem::path& folder);

/// Whether tools and systems give folders this name, and students do not: lost+found, __MACOSX.
bool is_name_of_a_tool(const std::string& name);

/// Whether the file or a folder around it is hidden, as what systems leave behind is: .DS_Store,
/// .git/, __MACOSX/.
bool is_hidden(const std::string& name);

/// The lesson that one of the folders around the file is called after, whatever its capitals; the
/// innermost counts. Empty if there is none.
std::string lesson_around(const std::string& file, const std::set<std::string>& lessons);

/// Why there is none of the lessons in a folder or archive that has these files: what was found and
/// what is expected.
/// Requires: neither is empty.
std::string why_no_lesson(const std::vector<std::string>& files,
                          const std::set<std::string>& lessons);

/// The lessons whose exercise is among the files under another name (in more folders, in capitals),
/// each with a sentence that says so.
std::map<std::string, std::string> misplaced_exercises(const std::vector<std::string>& files,
                                                       const std::set<std::string>& lessons);

}  // namespace grading
