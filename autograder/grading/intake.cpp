// Folders and archives come to the same: names and bytes of the files that are graded.
#include "grading/intake.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>

#include "grading/archive.h"
#include "grading/names.h"
#include "grading/regular_file.h"
#include "grading/second_names.h"
#include "grading/sha256.h"
#include "grading/text.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

// What is graded. The exercise must be there.
constexpr const char* kExercise = "exercise.cu";
constexpr const char* kAnswers = "answers.toml";

// The graded files of one lesson, by name.
struct Files {
  std::map<std::string, std::string> bytes;
  std::int64_t newest = 0;                      // seconds since 1970
  std::map<std::string, FileIdentity> origins;  // of those that are files of their own
};

// A fault of one lesson or of one student; nobody else's.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Nothing if there is none.
std::optional<std::string> read_graded(const fs::path& folder, const char* name,
                                       const IntakeLimits& limits, Files& files) {
  if (!is_there(folder / name)) return std::nullopt;
  const RegularFile file(folder / name, name);
  files.newest = std::max(files.newest, file.modified());
  files.origins[name] = file.identity();
  std::string bytes;
  char block[16 * 1024];
  for (ssize_t n = 0; (n = read(file.descriptor(), block, sizeof block)) != 0;) {
    if (n < 0) throw NotReadable(fmt::format("{} cannot be read: {}", name, std::strerror(errno)));
    bytes.append(block, static_cast<std::size_t>(n));
    if (bytes.size() > limits.file_bytes) {
      throw Fault(fmt::format("{} is larger than {} KB", name, limits.file_bytes / 1024));
    }
  }
  return bytes;
}

Files files_in_folder(const fs::path& folder, const IntakeLimits& limits) {
  if (fs::is_symlink(folder)) throw Fault("the lesson's folder is a symbolic link");
  Files files;
  for (const char* name : {kExercise, kAnswers}) {
    if (auto bytes = read_graded(folder, name, limits, files)) {
      files.bytes[name] = std::move(*bytes);
    }
  }
  return files;
}

/// Takes one class in.
class Taking {
 public:
  Taking(fs::path to, const std::set<std::string>& lessons, const IntakeLimits& limits)
      : to_(std::move(to)), lessons_(lessons), limits_(limits) {}

  void take(const fs::path& from) {
    const std::string file = from.filename().string();
    const std::string student = student_of(file);
    const fs::file_status status = fs::symlink_status(from);
    if (fs::is_regular_file(status) && student == file) return;  // a list, a note
    if (const std::string odd = odd_name(student); !odd.empty()) return refuse(student, "", odd);
    if (!students_.insert(student).second) {
      return refuse(student, "", "there are a folder and an archive, or two archives");
    }
    if (fs::is_symlink(status)) return refuse(student, "", "it is a symbolic link");
    const std::size_t before = all_.handed_in.size() + all_.refused.size();
    if (fs::is_directory(status)) {
      take_folder(student, from);
    } else if (fs::is_regular_file(status)) {
      take_archive(student, from);
    } else {
      refuse(student, "", "it is neither a folder nor a file");
    }
    if (all_.handed_in.size() + all_.refused.size() == before) all_.without_any.push_back(student);
  }

  Intake done() {
    judge_second_names();
    doubt_names_that_look_alike();
    return std::move(all_);
  }

 private:
  static std::string student_of(const std::string& file) {
    for (const std::string ending : {".zip", ".tar.gz", ".tgz"}) {
      if (file.size() > ending.size() && file.ends_with(ending)) {
        return file.substr(0, file.size() - ending.size());
      }
    }
    return file;
  }

  void take_folder(const std::string& student, const fs::path& folder) {
    for (const std::string& lesson : lessons_) {
      const fs::path place = folder / lesson;
      try {
        if (!is_there(place)) continue;
        const Files files = files_in_folder(place, limits_);
        note_origins(student, lesson, place, files.origins);
        keep(student, lesson, files);
      } catch (const NotReadable& reason) {
        refuse(student, lesson, reason.what());
      } catch (const Fault& fault) {
        refuse(student, lesson, fault.what());
      }
    }
  }

  void take_archive(const std::string& student, const fs::path& archive) try {
    const RegularFile opened(archive, shown_name(archive.filename().string()));
    note_origins(student, "", archive.parent_path(), {{"archive", opened.identity()}});
    std::map<std::string, Files> lessons;
    const auto wanted = [this](const std::string& name) { return !lesson_of(name).empty(); };
    Archived archived = read_archive(opened.descriptor(), wanted, limits_);
    for (ArchivedFile& file : archived.files) {
      Files& files = lessons[lesson_of(file.name)];
      const std::string name = fs::path(file.name).filename().string();
      if (!files.bytes.emplace(name, std::move(file.bytes)).second) {
        throw BadArchive(fmt::format("the archive has {}/{} twice", lesson_of(file.name), name));
      }
    }
    for (const std::string& twin : archived.twins) {
      doubt(student, "",
            fmt::format("its archive also has {}: on many machines that is the same file, and "
                        "another one may be seen there than was graded",
                        twin));
    }
    for (auto& [lesson, files] : lessons) {
      files.newest = opened.modified();
      try {
        keep(student, lesson, files);
      } catch (const Fault& fault) {
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

  void keep(const std::string& student, const std::string& lesson, const Files& files) {
    if (!files.bytes.contains(kExercise)) throw Fault("there is no exercise.cu");
    HandedIn kept;
    kept.student = student;
    kept.lesson = lesson;
    kept.received_at = time_of(student, lesson, files.newest);
    kept.folder = to_ / student / lesson;
    fs::remove_all(kept.folder);
    fs::create_directories(kept.folder);
    Sha256 hash;
    for (const auto& [name, bytes] : files.bytes) {
      hash.add(name).add(bytes);
      std::ofstream file(kept.folder / name, std::ios::binary);
      file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      file.close();
      if (!file) {
        throw fs::filesystem_error("cannot be written", kept.folder / name,
                                   std::make_error_code(std::errc::no_space_on_device));
      }
    }
    kept.sha256 = hash.digits();
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

  void note_origins(const std::string& student, const std::string& lesson, const fs::path& folder,
                    const std::map<std::string, FileIdentity>& origins) {
    for (const auto& [name, file] : origins)
      origins_.push_back({student, lesson, name, file, owner_of(folder)});
  }

  // Who has made a link is known when all names of a file are.
  void judge_second_names() {
    const SecondNames found = look_at_second_names(origins_, geteuid());
    for (const Refused& one : found.refused) {
      const auto is_meant = [&one](const HandedIn& kept) {
        return kept.student == one.student && (one.lesson.empty() || kept.lesson == one.lesson);
      };
      for (const HandedIn& kept : all_.handed_in) {
        if (is_meant(kept)) fs::remove_all(kept.folder);
      }
      if (std::erase_if(all_.handed_in, is_meant) > 0) refuse(one.student, one.lesson, one.why);
    }
    for (const Doubt& one : found.doubts) doubt(one.student, one.lesson, one.what);
  }

  // The only plain one of names that look alike is above suspicion: whoever imitates it needs
  // others.
  void doubt_names_that_look_alike() {
    std::map<std::string, std::vector<std::string>> by_looks;
    for (const std::string& student : students_) by_looks[looks_of(student)].push_back(student);
    for (const auto& [looks, alike] : by_looks) {
      const bool one_is_plain = std::ranges::count_if(alike, &is_plain) == 1;
      for (const std::string& student : alike) {
        if (alike.size() < 2 || (one_is_plain && is_plain(student))) continue;
        const std::string& other = alike[0] == student ? alike[1] : alike[0];
        doubt(student, "",
              fmt::format("its student's name, {}, is easily taken for {}", spelled_name(student),
                          spelled_name(other)));
      }
    }
  }

  static bool is_plain(const std::string& name) {
    return std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; }) &&
           spelled_name(name) == name;
  }

  void doubt(const std::string& student, const std::string& lesson, const std::string& what) {
    all_.doubts.push_back({student, lesson, shortened_in_the_middle(what, kLongestReason)});
  }

  void refuse(const std::string& student, const std::string& lesson, const std::string& why) {
    // A name that is not refused is the student's own, by which everything else finds them.
    const std::string name = odd_name(student).empty() ? student : shown_name(student);
    all_.refused.push_back({name, lesson, shortened_in_the_middle(why, kLongestReason)});
  }

  const fs::path to_;
  const std::set<std::string>& lessons_;
  const IntakeLimits& limits_;
  std::set<std::string> students_;
  std::vector<NamedFile> origins_;
  Intake all_;
};

}  // namespace

Intake take_in(const fs::path& from, const fs::path& to, const std::set<std::string>& lessons,
               const IntakeLimits& limits) {
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    entries.push_back(entry.path());
  }
  std::sort(entries.begin(), entries.end());
  Taking taking(to, lessons, limits);
  for (const fs::path& entry : entries) {
    if (entry.filename().string()[0] != '.') taking.take(entry);
  }
  return taking.done();
}

}  // namespace grading
