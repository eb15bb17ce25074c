// The course's own solution of a lesson: lessons/NN-name/skeleton.cu with the regions that
// solutions/NN-name/exercise.cu has. That file has nothing else; see put_together.h.
//
// As a whole it is in BUILD/solutions/NN-name/exercise.cu. Programs of this course ask for it here;
// for others the build makes it (target whole_solutions).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

/// The file that is written by hand.
std::filesystem::path regions_of_solution(const Course& course, const Lesson& lesson);

/// The whole exercise. Throws FileError where file and skeleton do not fit, std::runtime_error
/// where one of them is missing.
std::string solution_of(const Course& course, const Lesson& lesson);

/// A file of the build folder with it, for compilers.
std::filesystem::path whole_solution(const Course& course, const Lesson& lesson);

/// The same for each of these lessons that has a solution. The folder that they are in.
std::filesystem::path whole_solutions(const Course& course, const std::vector<Lesson>& lessons);

/// What `--from` names, a folder with LESSON/exercise.cu: for the course's solutions that of the
/// whole ones.
std::filesystem::path exercises_from(const Course& course, const std::vector<Lesson>& lessons,
                                     const std::filesystem::path& folder);

/// Writes unless `file` has this text already, and so keeps its time. Gives `file`.
std::filesystem::path keep_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace course
