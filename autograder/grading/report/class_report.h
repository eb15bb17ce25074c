// The report on a class: a page for the instructor, a page for each student, and a summary for the
// terminal. The instructor's page has everything; a student's has what that student may know: never
// a hidden check's name, input or message, nor how it failed, never a flag, never another student.
#pragma once

#include <filesystem>
#include <string>

#include "grading/gradebook/class_results.h"
#include "grading/report/class_statistics.h"

namespace grading {

/// Writes `to`/index.html and `to`/students/NAME.html, makes the folders, and returns what the
/// class comes to. Timelines are taken from `pictures` (picture_of) where there are some. `now` is
/// when the report was made, in seconds since 1970. Throws std::runtime_error when a file cannot be
/// written.
ClassStatistics write_class_report(const ClassResults& results,
                                   const std::filesystem::path& pictures,
                                   const std::filesystem::path& to, std::int64_t now);

/// The page for the instructor.
std::string class_page(const ClassStatistics& statistics, std::int64_t now);
/// The page for the student.
std::string student_page(const StudentResults& student, const std::filesystem::path& pictures,
                         std::int64_t now);
/// At most 80 columns wide.
std::string class_summary(const ClassStatistics& statistics);

/// "9 of 9 public checks passed; 2 of 3 of the instructor's own".
std::string checks_in_words(const std::vector<CheckResult>& checks);

}  // namespace grading
