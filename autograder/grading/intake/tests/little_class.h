// What a class has handed in, for tests that take it in: folders, and archives of any content.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "grading/intake/intake.h"

namespace grading {

inline const std::set<std::string> kLessons{"01-first", "02-second"};

struct Entry {
  std::string name;
  std::string bytes;
  std::string link_to = {};
};

inline void write_archive(const std::filesystem::path& file, const std::vector<Entry>& entries) {
  archive* out = archive_write_new();
  if (file.extension() == ".zip") {
    archive_write_set_format_zip(out);
  } else {
    archive_write_set_format_pax_restricted(out);
    archive_write_add_filter_gzip(out);
  }
  ASSERT_EQ(archive_write_open_filename(out, file.c_str()), ARCHIVE_OK);
  for (const Entry& wanted : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, wanted.name.c_str());
    archive_entry_set_filetype(entry, wanted.link_to.empty() ? AE_IFREG : AE_IFLNK);
    if (!wanted.link_to.empty()) archive_entry_set_symlink(entry, wanted.link_to.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(wanted.bytes.size()));
    archive_write_header(out, entry);
    archive_write_data(out, wanted.bytes.data(), wanted.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(out);
  archive_write_free(out);
}

class IntakeTest : public testing::Test {
 protected:
  void write(const std::filesystem::path& file, const std::string& bytes) {
    std::filesystem::create_directories((class_ / file).parent_path());
    std::ofstream(class_ / file) << bytes;
  }
  Intake take(const IntakeLimits& limits = {}) { return take_in(class_, to_, kLessons, limits); }
  // The only version that was taken in of STUDENT/LESSON/FILE.
  std::string kept(const std::filesystem::path& file) {
    const std::filesystem::path lesson = to_ / file.parent_path();
    if (!std::filesystem::exists(lesson) || std::filesystem::is_empty(lesson)) return "nothing";
    std::ifstream in(std::filesystem::directory_iterator(lesson)->path() / file.filename());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Why the only submission there is was refused.
  std::string refusal(const IntakeLimits& limits = {}) {
    const Intake intake = take(limits);
    EXPECT_THAT(intake.handed_in, testing::IsEmpty());
    if (intake.refused.size() != 1) return "refused: " + std::to_string(intake.refused.size());
    return intake.refused[0].why;
  }

  base::TemporaryFolder folder_;
  std::filesystem::path class_ = folder_.path() / "class", to_ = folder_.path() / "taken";
};

}  // namespace grading
