// Takes a class in, student by student: what is kept, what is refused, and what is doubted.
#include "grading/intake/intake.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <stdexcept>

#include "grading/intake/archive.h"
#include "grading/intake/class_entry.h"
#include "grading/intake/graded_files.h"
#include "grading/intake/hard_links.h"
#include "grading/intake/misplaced.h"
#include "grading/intake/names.h"
#include "grading/intake/regular_file.h"
#include "grading/intake/scripts.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

std::string too_many(const fs::path& from, std::size_t most) {
  return fmt::format(
      "{} has more than {} entries, which is more than a class has: see what has made them. For a "
      "class of that size name its list by --roster",
      from.string(), most);
}

/// Takes one class in.
class Taking {
 public:
  Taking(const Folder& from, fs::path to, const std::set<std::string>& lessons,
         const IntakeLimits& limits, const std::set<std::string>& known)
      : from_(from), to_(std::move(to)), lessons_(lessons), known_(known), limits_(limits) {}

  void take_all(const std::vector<ClassEntry>& entries) {
    std::map<std::string, std::vector<ClassEntry>> by_student;
    for (const ClassEntry& entry : entries) {
      if (is_made_by_tools(entry)) {
        left_out_.push_back(entry.name());
      } else if (entry.student.empty()) {
        all_.strays.push_back(entry.name());
      } else {
        by_student[entry.student].push_back(entry);
      }
    }
    for (const auto& [student, theirs] : by_student) take_or_refuse(student, theirs);
  }

  Intake done() {
    judge_hard_links();
    doubt_names_that_look_alike();
    note_left_out();
    return std::move(all_);
  }

 private:
  // Students may change what they hand in while it is read.
  void take_or_refuse(const std::string& student, const std::vector<ClassEntry>& theirs) try {
    take(student, theirs);
  } catch (const NotWritten&) {
    throw;
  } catch (const std::exception& error) {
    std::erase_if(all_.handed_in, [&](const HandedIn& one) { return one.student == student; });
    refuse(student, "", fmt::format("what was handed in cannot be read: {}", error.what()));
  }

  void take(const std::string& student, const std::vector<ClassEntry>& theirs) {
    if (const std::string odd = odd_name(student); !odd.empty()) return refuse(student, "", odd);
    students_.insert(student);
    std::vector<ClassEntry> read, unread;
    for (const ClassEntry& entry : theirs) (entry.why_not.empty() ? read : unread).push_back(entry);
    if (read.size() > 1) return refuse(student, "", why_none_counts(theirs));
    others_.clear();
    const std::size_t before = all_.handed_in.size() + all_.refused.size();
    if (!read.empty()) take_the_only(student, read[0]);
    const bool has_come = all_.handed_in.size() + all_.refused.size() > before;
    if (!has_come && !unread.empty()) return refuse(student, "", unread[0].why_not);
    if (!has_come && !others_.empty() && !has_lesson_not_graded())
      return refuse(student, "", why_no_lesson(others_, lessons_));
    const bool misplaced = refuse_misplaced(student);
    if (!has_come && !misplaced) all_.without_any.push_back(student);
    for (const ClassEntry& entry : unread) {
      doubt(student, "",
            fmt::format("{} was taken, but {} lies beside it, which was not read", read[0].name(),
                        entry.name()));
    }
  }

  // Who has handed in another lesson has done nothing wrong.
  bool has_lesson_not_graded() const {
    return std::ranges::any_of(others_, [this](const std::string& name) {
      const std::string lesson = lesson_around(name, known_);
      return !lesson.empty() && !lessons_.contains(lesson);
    });
  }

  // The lessons of which nothing has come. What has come of this student stands at the end.
  std::set<std::string> missing_lessons(const std::string& student) const {
    std::set<std::string> missing = lessons_;
    const auto come = [&](const auto& all) {
      for (auto one = all.rbegin(); one != all.rend() && one->student == student; ++one)
        one->lesson.empty() ? missing.clear() : void(missing.erase(one->lesson));
    };
    come(all_.handed_in);
    come(all_.refused);
    return missing;
  }

  // Says whether there were any.
  bool refuse_misplaced(const std::string& student) {
    const auto misplaced = misplaced_exercises(others_, missing_lessons(student));
    for (const auto& [lesson, why] : misplaced) refuse(student, lesson, why);
    return !misplaced.empty();
  }

  // Whoever may put files into the class's folder could otherwise take another student's place.
  static std::string why_none_counts(const std::vector<ClassEntry>& theirs) {
    std::string names;
    for (const ClassEntry& entry : theirs) names += (names.empty() ? "" : " and ") + entry.name();
    return fmt::format(
        "there are {}, all of the same student, and none of them counts before the others: leave "
        "one there",
        names);
  }

  void take_the_only(const std::string& student, const ClassEntry& entry) {
    if (entry.type == fs::file_type::directory) {
      take_folder(student, entry.path.filename());
    } else {
      take_archive(student, entry.path);
    }
    const auto other = without_archive_ending(student);
    if (!other) return;
    doubt(student, "",
          fmt::format("its student's name, {}, is that of an archive of {}'s: see whose it is",
                      shown_name(student), shown_name(*other)));
  }

  void take_folder(const std::string& student, const fs::path& name) {
    const Folder folder(from_, name, shown_name(name.string()));
    for (const std::string& lesson : lessons_) {
      try {
        if (!folder.has(lesson)) continue;
        const GradedFiles files =
            files_in_folder(Folder(folder, lesson, "the lesson's folder"), limits_);
        note_origins(student, lesson, files.origins);
        keep(student, lesson, files);
      } catch (const NotWritten&) {
        throw;
      } catch (const std::exception& reason) {
        refuse(student, lesson, reason.what());
      }
    }
    others_ = files_below(folder.path());
  }

  void take_archive(const std::string& student, const fs::path& archive) try {
    const RegularFile opened(from_, archive.filename(), shown_name(archive.filename().string()));
    note_origins(student, "", {{"archive", origin_of(opened)}});
    std::map<std::string, GradedFiles> lessons;
    const auto wanted = [this](const std::string& name) { return !lesson_of(name).empty(); };
    const bool is_zip = in_small_letters(archive.extension().string()) == ".zip";
    Archived archived = read_archive(
        opened.descriptor(), is_zip ? ArchiveKind::kZip : ArchiveKind::kTarGz, wanted, limits_);
    for (ArchivedFile& file : archived.files) {
      GradedFiles& files = lessons[lesson_of(file.name)];
      const std::string name = fs::path(file.name).filename().string();
      if (!files.bytes.emplace(name, std::move(file.bytes)).second) {
        throw BadArchive(fmt::format("the archive has {}/{} twice", lesson_of(file.name), name));
      }
    }
    for (const std::string& twin : archived.twins) {
      doubt(student, "",
            fmt::format("its archive also has {}: on many machines that is the same file, or looks "
                        "like it, and another one may be seen there than was graded",
                        twin));
    }
    std::erase_if(archived.others, &is_hidden);
    others_ = std::move(archived.others);
    for (auto& [lesson, files] : lessons) {
      files.newest = opened.modified();
      try {
        keep(student, lesson, files);
      } catch (const LessonFault& fault) {
        refuse(student, lesson, fault.what());
      }
    }
  } catch (const NotReadable& reason) {
    refuse(student, "", reason.what());
  } catch (const BadArchive& bad) {
    refuse(student, "", bad.what());
  }

  // The lesson that a graded file's name belongs to, or empty.
  std::string lesson_of(const std::string& name) const {
    const fs::path path(name);
    const std::string file = path.filename().string();
    const std::string lesson = path.parent_path().filename().string();
    return (file == kExercise || file == kAnswers) && lessons_.contains(lesson) ? lesson : "";
  }

  void keep(const std::string& student, const std::string& lesson, const GradedFiles& files) {
    if (!files.bytes.contains(kExercise)) throw LessonFault("there is no exercise.cu");
    HandedIn kept;
    kept.student = student;
    kept.lesson = lesson;
    kept.received_at = time_of(student, lesson, files.newest);
    kept.sha256 = hash_of_files(files.bytes);
    kept.folder = to_ / student / lesson / kept.sha256;
    if (hash_of_sources(kept.folder) != kept.sha256) {
      made_.insert(kept.folder);
      write_files(files.bytes, kept.folder);
    }
    all_.handed_in.push_back(std::move(kept));
  }

  // Whoever hands in sets the times of their files; nothing comes from the future.
  std::int64_t time_of(const std::string& student, const std::string& lesson, std::int64_t newest) {
    constexpr std::int64_t kDay = 24 * 3600;  // clocks differ, and so do time zones
    const std::int64_t now = std::time(nullptr);
    if (newest > now + kDay) {
      doubt(student, lesson,
            "its files say that they were changed in the future; it counts as handed in now");
    }
    return std::clamp<std::int64_t>(newest, 0, now);
  }

  void note_origins(const std::string& student, const std::string& lesson,
                    const std::map<std::string, Origin>& origins) {
    for (const auto& [name, origin] : origins)
      origins_.push_back({student, lesson, name, origin.file, origin.folder_owner});
  }

  // Who has made a link is known when all names of a file are.
  void judge_hard_links() {
    const HardLinks found = look_at_hard_links(origins_, geteuid());
    for (const Refused& one : found.refused) {
      const auto is_meant = [&one](const HandedIn& kept) {
        return kept.student == one.student && (one.lesson.empty() || kept.lesson == one.lesson);
      };
      for (const HandedIn& kept : all_.handed_in) {
        if (is_meant(kept) && made_.contains(kept.folder)) fs::remove_all(kept.folder);
      }
      if (std::erase_if(all_.handed_in, is_meant) > 0) refuse(one.student, one.lesson, one.why);
    }
    for (const Doubt& one : found.doubts) doubt(one.student, one.lesson, one.what);
  }

  // The only plain one of names that look alike is above suspicion: whoever imitates it needs
  // others.
  void doubt_names_that_look_alike() {
    const auto alike = names_alike({students_.begin(), students_.end()});
    for (const auto& [student, other] : alike) {
      if (is_plain(student) && !is_plain(other)) continue;
      doubt(student, "",
            fmt::format("its student's name, {}, is easily taken for {}", spelled_name(student),
                        spelled_name(other)));
    }
    constexpr std::size_t kManyAlike = 100;
    if (alike.size() > kManyAlike) {
      note(
          fmt::format("the names of {} students look like those of others: see whether a program "
                      "has made their folders",
                      alike.size()));
    }
    for (const std::string& student : students_) {
      const std::string mixed = alike.contains(student) ? "" : scripts_mixed_in(student);
      if (mixed.empty()) continue;
      doubt(student, "",
            fmt::format("its student's name, {}, has {} letters in one word, some of which may "
                        "have been taken for their looks",
                        spelled_name(student), mixed));
    }
  }

  void doubt(const std::string& student, const std::string& lesson, const std::string& what) {
    all_.doubts.push_back({student, lesson, shortened_in_the_middle(what, kLongestReason)});
  }

  void refuse(const std::string& student, const std::string& lesson, const std::string& why) {
    // A name that is not refused is the student's own, by which everything else finds them.
    const std::string name = odd_name(student).empty() ? student : shown_name(student);
    all_.refused.push_back({name, lesson, shortened_in_the_middle(why, kLongestReason)});
  }

  void note_left_out() {
    if (left_out_.empty()) return;
    constexpr std::size_t kMost = 10;
    std::string names;
    for (std::size_t i = 0; i < left_out_.size() && i < kMost; ++i)
      names += (i == 0 ? "" : ", ") + left_out_[i];
    if (left_out_.size() > kMost) names += fmt::format(" and {} more", left_out_.size() - kMost);
    note(fmt::format("left out, since tools make folders of these names and students do not: {}",
                     names));
  }

  void note(const std::string& what) {
    all_.notes.push_back(shortened_in_the_middle(what, kLongestReason));
  }

  const Folder& from_;
  const fs::path to_;
  const std::set<std::string>& lessons_;
  const std::set<std::string>& known_;
  const IntakeLimits& limits_;
  std::vector<std::string> others_;  // files of the student who is taken in, with those not taken
  std::set<std::string> students_;
  std::vector<NamedFile> origins_;
  std::vector<std::string> left_out_;
  std::set<fs::path> made_;  // folders of what was not there before
  Intake all_;
};

}  // namespace

Intake take_in(const fs::path& from, const fs::path& to, const std::set<std::string>& lessons,
               const IntakeLimits& limits, const std::set<std::string>& known) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    paths.push_back(entry.path());
    if (paths.size() > limits.entries) throw std::runtime_error(too_many(from, limits.entries));
  }
  std::sort(paths.begin(), paths.end());
  std::vector<ClassEntry> entries;
  for (const fs::path& path : paths) {
    if (path.filename().string()[0] != '.') entries.push_back(entry_at(path));
  }
  const Folder opened(from);
  Taking taking(opened, to, lessons, limits, known);
  taking.take_all(entries);
  return taking.done();
}

}  // namespace grading
