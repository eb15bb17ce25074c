// The command line: from words to a subcommand to an exit status.
#pragma once

#include <string>
#include <vector>

#include "course/course.h"

namespace course {

/// `words` without the program's name. Returns 0 for success, 1 for "not right yet", 2 for wrong
/// use or a broken set-up; prints to standard output and error.
int run_command_line(const Course& course, std::vector<std::string> words);

}  // namespace course
