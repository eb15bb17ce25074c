// Why an exercise does not compile, for the student who wrote it: the first error at a place to
// click on, with the line, what it usually means, and how many more there are.
#pragma once

#include <filesystem>
#include <string>

#include "course/course.h"
#include "course/screen/lesson_report.h"

namespace course {

/// `complaint` is what the compiler said. Text in which nothing looks like an error comes back as
/// it is, in lines that fit.
std::string told_complaint(const Course& course, const std::string& complaint,
                           const std::filesystem::path& exercise, Detail detail);

}  // namespace course
