// course: the program that students and instructors talk to.
#include "base/interrupt.h"
#include "course/commands/command_line.h"

int main(int count, char** words) {
  base::end_on_interrupts();
  const course::Course course{COURSE_ROOT,     COURSE_BUILD,  COURSE_EMUCC,
                              COURSE_EMULATOR, COURSE_CHECKS, COURSE_SANDBOX};
  return course::run_command_line(course, std::vector<std::string>(words + 1, words + count));
}
