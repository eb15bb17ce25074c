// course classroom50: a lesson as an assignment of Classroom 50: the repository that students begin
// with, and the autograder that goes into the classroom's own repository.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "course/classes/course_zip.h"
#include "course/classes/path_option.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson.h"
#include "course/lesson/lesson_names.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct Classroom50Options {
  std::string lesson;
  std::string out;
  std::string checks;
};

constexpr const char* kReadme = R"(# {title}

{summary}

Edit `{name}/exercise.cu`, answer the quiz in `{name}/answers.toml`, and push: each push is graded.

To hear sooner what is wrong, get the course and check in its folder:

```
./course check {number} --from PATH/TO/THIS/REPOSITORY
```

Its `lessons/{name}/README.md` is the lesson.
)";

std::string readme(const Lesson& lesson) {
  return fmt::format(kReadme, fmt::arg("title", lesson.title), fmt::arg("summary", lesson.summary),
                     fmt::arg("name", lesson.name), fmt::arg("number", lesson.number()));
}

/// What students begin with: the exercise as it is handed out, and the empty quiz.
void write_template(const Lesson& lesson, const fs::path& folder) {
  write_file(folder / "README.md", readme(lesson));
  for (const auto& [from, to] :
       {std::pair{"skeleton.cu", "exercise.cu"}, std::pair{"exercise.h", "exercise.h"},
        std::pair{"questions.toml", "answers.toml"}}) {
    if (!fs::exists(lesson.folder / from)) continue;
    write_file(folder / lesson.name / to, read_file(lesson.folder / from));
  }
  write_file(folder / "given.h", read_file(lesson.folder.parent_path() / "given.h"));
}

void write_autograder(const Course& course, const Lesson& lesson, const fs::path& checks,
                      const fs::path& folder) {
  const fs::path program =
      course.root / "autograder" / "grading" / "export" / "classroom50" / "autograder.py";
  write_file(folder / "autograder.py", read_file(program));
  pack_course(course, lesson.name, checks, folder / "course.zip");
}

int make_assignment(const Course& course, const Classroom50Options& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  const fs::path out = options.out.empty() ? lesson.name + "-classroom50" : options.out;
  if (fs::exists(out)) throw WrongUse(fmt::format("{}: is there already", out.string()));
  write_template(lesson, out / "template");
  write_autograder(course, lesson, options.checks, out / "autograders" / lesson.name);
  write_file(out / "runtime.json", "{\"runs-on\": \"ubuntu-24.04\"}\n");
  fmt::print("{}/template: the assignment's template repository\n", out.string());
  fmt::print("{}/autograders: into the classroom's folder, for an assignment called {}\n",
             out.string(), lesson.name);
  fmt::print("{}/runtime.json: the assignment's runtime\n", out.string());
  return 0;
}

}  // namespace

void setup_classroom50(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<Classroom50Options>();
  CLI::App* command = app.add_subcommand("classroom50", "Make an assignment for Classroom 50");
  command->add_option("lesson", options->lesson, "Number, name or part of a name")
      ->type_name("LESSON")
      ->required();
  from_the_root(
      command->add_option("--out", options->out, "A new folder (default: LESSON-classroom50)"))
      ->type_name("DIR");
  from_the_root(
      command->add_option("--checks", options->checks, "Checks of your own, as for course grade"))
      ->type_name("DIR");
  command->callback([&course, &status, options] { status = make_assignment(course, *options); });
}

}  // namespace course
