// One entry after the other.
#include "grading/intake/zip_file.h"

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>

namespace grading {
namespace {

constexpr std::time_t kTime = 946'684'800;  // 2000-01-01, for all files: an archive's own times

}  // namespace

ZipFile::ZipFile(const std::filesystem::path& file)
    : file_(file), archive_(archive_write_new(), archive_write_free) {
  must(archive_write_set_format_zip(archive_.get()));
  must(archive_write_open_filename(archive_.get(), file.c_str()));
}

void ZipFile::must(int status) const {
  if (status == ARCHIVE_OK) return;
  throw std::runtime_error(file_.string() + ": " + archive_error_string(archive_.get()));
}

void ZipFile::add(const std::string& name, std::string_view bytes, bool executable) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
  archive_entry_set_mtime(entry.get(), kTime, 0);
  must(archive_write_header(archive_.get(), entry.get()));
  const la_ssize_t written = archive_write_data(archive_.get(), bytes.data(), bytes.size());
  must(written < 0 ? static_cast<int>(written) : ARCHIVE_OK);
}

void ZipFile::end() { must(archive_write_close(archive_.get())); }

}  // namespace grading
