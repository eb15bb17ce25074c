// The subcommands. Each has a file of its own, with its options, `setup_…`, which declares it to
// the command line, and what it does.
//
// A command says how it ended by setting `status`: 0 for success, 1 for "not right yet"; wrong use
// and a broken set-up are exceptions, which become 2.
#pragma once

#include <string>
#include <vector>

#include "course/course.h"

namespace CLI {
class App;
}

namespace course {

void setup_apply(CLI::App& app);
void setup_check(CLI::App& app, const Course& course, int& status);
void setup_classroom50(CLI::App& app, const Course& course, int& status);
void setup_docs(CLI::App& app, const Course& course, int& status);
void setup_doctor(CLI::App& app, const Course& course, int& status);
void setup_export(CLI::App& app, const Course& course, int& status);
void setup_grade(CLI::App& app, const Course& course, int& status);
void setup_grade_collect(CLI::App& app, const Course& course, int& status);
void setup_grade_part(CLI::App& app, const Course& course, int& status);
void setup_gradescope(CLI::App& app, const Course& course, int& status);
void setup_hint(CLI::App& app, const Course& course, int& status);
void setup_quiz(CLI::App& app, const Course& course, int& status);
void setup_regrade(CLI::App& app, const Course& course, int& status);
void setup_report(CLI::App& app, const Course& course, int& status);
void setup_reset(CLI::App& app, const Course& course, int& status);
void setup_slides(CLI::App& app, const Course& course, int& status);
void setup_solution(CLI::App& app, const Course& course, int& status);
void setup_test(CLI::App& app, const Course& course, int& status);
void setup_test_lesson(CLI::App& app, const Course& course, int& status);
void setup_whole_solutions(CLI::App& app, const Course& course);
void setup_trace(CLI::App& app, const Course& course, int& status);
void setup_update(CLI::App& app, const Course& course, int& status);
void setup_watch(CLI::App& app, const Course& course, int& status);
/// grade and what follows it; where their libraries are missing, the same words with a sentence
/// that says so.
void setup_class_commands(CLI::App& app, const Course& course, int& status);
/// `program_arguments`: what stood behind "--".
void setup_run(CLI::App& app, const Course& course,
               const std::vector<std::string>& program_arguments, int& status);
/// What plain `course` does.
int run_overview(const Course& course, bool json);

}  // namespace course
