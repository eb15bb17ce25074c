// What to do with a file is decided by comparing three texts: the student's, the one that it was
// begun from, and the one that the course gives today. Another course program may do the same at
// the same time, or be killed between any two steps: the student's file comes first, the note after
// it, and each is there in full or not at all.
#include "course/student/students_files.h"

#include <fmt/format.h>

#include "base/file_lock.h"
#include "course/student/progress.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// `note`, unless it says so already: a checkout that cannot be written to has nothing to write.
void note_beginning(const StudentsFile& file, const std::string& given) {
  if (!fs::exists(file.begun) || read_file(file.begun) != given) write_file(file.begun, given);
}

Beginning make(const StudentsFile& file, const std::string& given) {
  const bool was_there = fs::exists(file.begun);
  if (!write_new_file(file.own, given)) return Beginning::kThere;
  note_beginning(file, given);
  return was_there ? Beginning::kRestored : Beginning::kMade;
}

/// One line for all files that `what` is said of.
void tell(const Course& course, const std::vector<fs::path>& files, const std::string& what) {
  if (files.empty()) return;
  std::string names;
  for (const fs::path& file : files) names += (names.empty() ? "" : ", ") + course.shown(file);
  fmt::print(stderr, "{}: {}\n", names, what);
}

}  // namespace

StudentsFile exercise_of(const Course& course, const Lesson& lesson) {
  return {lesson.folder / "exercise.cu", lesson.folder / "skeleton.cu",
          course.progress() / "begun" / (lesson.name + ".cu")};
}

StudentsFile answers_of(const Course& course, const Lesson& lesson) {
  return {lesson.folder / "answers.toml", lesson.folder / "questions.toml",
          course.progress() / "begun" / (lesson.name + ".toml")};
}

Beginning begin(const StudentsFile& file) {
  if (!fs::exists(file.given)) return Beginning::kThere;
  const std::string given = read_file(file.given);
  // A link that leads nowhere is not there and yet in the way: it is the student's to mend.
  if (!fs::exists(file.own)) return make(file, given);
  if (!fs::exists(file.begun)) {  // from elsewhere, such as another checkout
    write_file(file.begun, given);
    return Beginning::kThere;
  }
  const std::string begun = read_file(file.begun);
  if (begun == given) return Beginning::kThere;
  const std::string own = read_file(file.own);
  if (own != begun && own != given) return Beginning::kChanged;
  if (own == begun) write_file(file.own, given);
  note_beginning(file, given);
  return own == begun ? Beginning::kRenewed : Beginning::kThere;
}

void begin_lessons(const Course& course, const std::vector<Lesson>& lessons) {
  std::vector<fs::path> restored;
  std::vector<fs::path> changed;
  std::string numbers;
  const base::FileLock lock(Progress::lock(course));
  Progress(course).mend();
  for (const Lesson& lesson : lessons) {
    const std::size_t before = changed.size();
    for (const StudentsFile& file : {exercise_of(course, lesson), answers_of(course, lesson)}) {
      const Beginning beginning = begin(file);
      if (beginning == Beginning::kRestored) restored.push_back(file.own);
      if (beginning == Beginning::kChanged) changed.push_back(file.own);
    }
    if (changed.size() > before) numbers += " " + lesson.number();
  }
  tell(course, restored, "was gone, and is there again as it was in the beginning");
  tell(course, changed,
       "the course has changed what this was begun from; ./course update" + numbers +
           " brings your work over");
}

fs::path keep_beside(const fs::path& file, const std::string& kind, const std::string& text) {
  for (int i = 1;; ++i) {
    fs::path kept = fmt::format("{}.{}.{}", file.string(), i, kind);
    if (write_new_file(kept, text)) return kept;
  }
}

fs::path back_up(const fs::path& file) { return keep_beside(file, "bak", read_file(file)); }

}  // namespace course
