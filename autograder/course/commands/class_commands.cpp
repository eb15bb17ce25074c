// The commands for those who teach.
#include "course/commands/commands.h"

namespace course {

void setup_class_commands(CLI::App& app, const Course& course, int& status) {
  setup_grade(app, course, status);
  setup_grade_part(app, course, status);
  setup_grade_collect(app, course, status);
  setup_regrade(app, course, status);
  setup_report(app, course, status);
  setup_export(app, course, status);
  setup_gradescope(app, course, status);
  setup_classroom50(app, course, status);
}

}  // namespace course
