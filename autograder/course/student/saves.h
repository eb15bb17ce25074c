// Tells when an exercise was saved, however its editor does that.
//
// The kernel tells of changes in the lessons' folders (inotify). That is only taken as a reason to
// look: what counts is whether the file is another one than before, or has another size or time. So
// editors that write a new file and move it into place are seen, and files that go and come back.
// Where the kernel does not hear of changes, as on network drives and on the Windows side of WSL,
// looking every now and then does it alone; once a second it is done anyway.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <vector>

#include "course/lesson/lesson.h"

namespace course {

/// Whether the file system below `folder` is one whose changes the kernel may not hear of.
bool changes_go_unheard(const std::filesystem::path& folder);

class Saves {
 public:
  /// `poll`: do not rely on the kernel at all.
  /// Requires: `lessons` outlive this.
  Saves(const std::vector<Lesson>& lessons, bool poll);
  ~Saves();
  Saves(const Saves&) = delete;
  Saves& operator=(const Saves&) = delete;

  /// Becomes readable when it is time to look; -1 when only time tells.
  int descriptor() const { return notices_; }
  int milliseconds_until_next_look() const;
  bool polls() const { return notices_ < 0; }

  /// The lesson whose exercise was saved, or deleted, since the last look; else nullptr.
  const Lesson* saved();

 private:
  /// What of a file changes when it is saved.
  struct Stamp {
    bool exists = false;
    ino_t number = 0;
    off_t size = 0;
    timespec time{};
    bool operator==(const Stamp& other) const;
  };
  static Stamp stamp_of(const Lesson& lesson);
  static Stamp settled(const Lesson& lesson, Stamp stamp);
  void listen_to(const std::vector<Lesson>& lessons);
  void take_notices() const;

  std::vector<const Lesson*> lessons_;
  std::vector<Stamp> stamps_;
  int notices_ = -1;
};

}  // namespace course
