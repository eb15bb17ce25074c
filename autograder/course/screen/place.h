// Places in files, written so that terminals and editors make links of them: from the folder where
// the student stands, wherever in the checkout that is.
#pragma once

#include <filesystem>
#include <string>

#include "course/course.h"

namespace course {

/// The path to type here for `file`; absolute for whoever stands outside of the checkout. A
/// relative `file` is one of the checkout's.
std::string path_from_here(const Course& course, const std::filesystem::path& file);

/// "lessons/…/exercise.cu:31:5"; a line or column of 0 is left out.
std::string place_from_here(const Course& course, const std::filesystem::path& file, int line,
                            int column = 0);

}  // namespace course
