// course, for a checkout that lies where the first word says: tests put one anywhere.
#include "base/interrupt.h"
#include "course/commands/command_line.h"

int main(int count, char** words) {
  if (count < 2) return 2;
  base::end_on_interrupts();
  const std::filesystem::path root = words[1];
  const course::Course course{root, root / "build", COURSE_EMUCC, COURSE_EMULATOR, COURSE_CHECKS};
  return course::run_command_line(course, std::vector<std::string>(words + 2, words + count));
}
