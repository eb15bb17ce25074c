// The student's own files: lessons/NN-name/exercise.cu and answers.toml.
//
// git ignores them, so that a pull never touches what a student wrote. Each is made from the
// course's file beside it, skeleton.cu or questions.toml, when it is missing; it is never written
// over. progress/begun/ has what each was made from: with that a file which nobody has touched can
// be renewed when the course changes, and one that is half done can be merged (course update).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

/// One file of the student's, what the course gives for it, and what that was when it was begun.
struct StudentsFile {
  std::filesystem::path own;
  std::filesystem::path given;
  std::filesystem::path begun;
};

StudentsFile exercise_of(const Course& course, const Lesson& lesson);
StudentsFile answers_of(const Course& course, const Lesson& lesson);

/// What `begin` found, and did about it.
enum class Beginning {
  kThere,     ///< nothing was to be done, or only to be noted
  kMade,      ///< it had never been there
  kRestored,  ///< it had been there, and was deleted
  kRenewed,   ///< the course's file has changed, and the student had not touched theirs
  kChanged,   ///< the course's file has changed, and the student's is half done: `course update`
};

/// Makes or renews the file where nothing of the student's can be lost by it.
Beginning begin(const StudentsFile& file);

/// The same for exercise and answers of these lessons. Says on standard error what a student must
/// know: which were deleted and are there again, and which the course has changed since.
void begin_lessons(const Course& course, const std::vector<Lesson>& lessons);

/// Puts `text` beside a student's file, in FILE.1.KIND or the first number that is free, which it
/// returns.
std::filesystem::path keep_beside(const std::filesystem::path& file, const std::string& kind,
                                  const std::string& text);

/// The same with the file's own text: FILE.1.bak.
std::filesystem::path back_up(const std::filesystem::path& file);

}  // namespace course
