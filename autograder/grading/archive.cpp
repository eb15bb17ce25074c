// libarchive, entry by entry, in a process of its own.
#include "grading/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

#include "grading/names.h"
#include "grading/shielded.h"

namespace grading {
namespace {

using Handle = std::unique_ptr<archive, int (*)(archive*)>;

// Names are turned into the text of this thread's locale, and "C" has ASCII alone.
class Utf8Locale {
 public:
  Utf8Locale()
      : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(uselocale(locale_)) {}
  ~Utf8Locale() {
    uselocale(before_);
    if (locale_ != nullptr) freelocale(locale_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t locale_, before_;
};

Handle opened(int descriptor) {
  Handle handle(archive_read_new(), archive_read_free);
  archive_read_support_format_zip(handle.get());
  archive_read_support_format_tar(handle.get());
  archive_read_support_filter_gzip(handle.get());
  if (archive_read_open_fd(handle.get(), descriptor, 64 * 1024) != ARCHIVE_OK) {
    throw BadArchive("this is no zip or tar.gz archive that can be read");
  }
  return handle;
}

// Names like "/etc/passwd", "../other/exercise.cu" and "C:\exercise.cu" are attempts.
void must_stay_inside(const std::string& name) {
  const std::filesystem::path path(name);
  const bool leaves = path.is_absolute() || name.find('\\') != std::string::npos ||
                      std::find(path.begin(), path.end(), "..") != path.end();
  if (leaves) {
    throw BadArchive(
        fmt::format("the archive has a file that wants to lie elsewhere: {}", shown_name(name)));
  }
}

std::string bytes_of_entry(archive* handle, const std::string& name, std::size_t most) {
  std::string bytes;
  char block[16 * 1024];
  while (true) {
    const la_ssize_t n = archive_read_data(handle, block, sizeof block);
    if (n < 0) throw BadArchive(fmt::format("{} in the archive is broken", shown_name(name)));
    if (n == 0) return bytes;
    bytes.append(block, static_cast<std::size_t>(n));
    if (bytes.size() > most) {
      throw BadArchive(fmt::format("{} is larger than {} KB", shown_name(name), most / 1024));
    }
  }
}

// Counts what is passed by, too: a bomb's entry need not be the one that is wanted.
std::size_t size_of_entry(archive* handle, std::size_t most) {
  std::size_t size = 0;
  const void* block = nullptr;
  std::size_t length = 0;
  la_int64_t offset = 0;
  while (size <= most && archive_read_data_block(handle, &block, &length, &offset) == ARCHIVE_OK) {
    size += length;
  }
  return size;
}

std::vector<ArchivedFile> entries_of(int descriptor,
                                     const std::function<bool(const std::string&)>& wanted,
                                     const IntakeLimits& limits) {
  const Handle handle = opened(descriptor);
  std::vector<ArchivedFile> files;
  std::size_t unpacked = 0, entries = 0;
  archive_entry* entry = nullptr;
  int result = ARCHIVE_OK;
  // A warning is about a name in another encoding, whose bytes are taken as they are.
  while ((result = archive_read_next_header(handle.get(), &entry)) == ARCHIVE_OK ||
         result == ARCHIVE_WARN) {
    if (++entries > limits.archive_entries) {
      throw BadArchive(fmt::format("the archive has more than {} files", limits.archive_entries));
    }
    const char* path = archive_entry_pathname(entry);
    const std::string name = path == nullptr ? "" : path;
    must_stay_inside(name);
    if (wanted(name)) {
      if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
        throw BadArchive(fmt::format("{} is a link or a device, not a file", shown_name(name)));
      }
      files.push_back({name, bytes_of_entry(handle.get(), name, limits.file_bytes)});
      unpacked += files.back().bytes.size();
    } else {
      unpacked += size_of_entry(handle.get(), limits.archive_bytes);
    }
    if (unpacked > limits.archive_bytes) {
      throw BadArchive(fmt::format("the archive is larger than {} MB when it is unpacked",
                                   limits.archive_bytes >> 20));
    }
  }
  if (result != ARCHIVE_EOF || entries == 0) {
    throw BadArchive("this is no zip or tar.gz archive that can be read to its end");
  }
  return files;
}

// Each name and each file's bytes, with its length in front.
std::string packed(const std::vector<ArchivedFile>& files) {
  std::string text;
  for (const ArchivedFile& file : files) {
    for (const std::string* part : {&file.name, &file.bytes})
      text += fmt::format("{}:{}", part->size(), *part);
  }
  return text;
}

std::string next_part(std::string_view& text) {
  const std::size_t colon = text.find(':');
  std::size_t size = 0;
  std::from_chars(text.data(), text.data() + std::min(colon, text.size()), size);
  if (colon == text.npos || size > text.size() - colon - 1)
    throw BadArchive("the archive could not be judged: its files did not come back whole");
  std::string part(text.substr(colon + 1, size));
  text.remove_prefix(colon + 1 + size);
  return part;
}

std::vector<ArchivedFile> unpacked(std::string_view text) {
  std::vector<ArchivedFile> files;
  while (!text.empty()) {
    std::string name = next_part(text);
    files.push_back({std::move(name), next_part(text)});
  }
  return files;
}

}  // namespace

std::vector<ArchivedFile> read_archive(int descriptor,
                                       const std::function<bool(const std::string&)>& wanted,
                                       const IntakeLimits& limits) {
  const Utf8Locale utf8;  // the reading process opens no locale
  try {
    return unpacked(shielded([&] { return packed(entries_of(descriptor, wanted, limits)); }));
  } catch (const NotParsed& reason) {
    throw BadArchive(std::string("the archive could not be judged: ") + reason.what());
  } catch (const std::runtime_error& complaint) {
    throw BadArchive(complaint.what());
  }
}

}  // namespace grading
