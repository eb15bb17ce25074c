// libarchive, entry by entry, in a process of its own.
#include "grading/intake/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>

#include "grading/intake/archive_names.h"
#include "grading/intake/names.h"
#include "grading/intake/tar_names.h"
#include "grading/intake/zip_contents.h"
#include "grading/sandbox/shielded.h"

namespace grading {
namespace {

using Handle = std::unique_ptr<archive, int (*)(archive*)>;
using Wanted = std::function<bool(const std::string&)>;

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

// A zip archive by its list of contents.
Handle opened(int descriptor, ArchiveKind kind) {
  lseek(descriptor, 0, SEEK_SET);  // somebody has read in it before
  Handle handle(archive_read_new(), archive_read_free);
  if (kind == ArchiveKind::kZip) {
    archive_read_support_format_zip_seekable(handle.get());
  } else {
    archive_read_support_format_tar(handle.get());
    archive_read_support_filter_gzip(handle.get());
  }
  if (archive_read_open_fd(handle.get(), descriptor, 64 * 1024) != ARCHIVE_OK) {
    throw BadArchive("this is no zip or tar.gz archive that can be read");
  }
  return handle;
}

// Windows takes blanks off, so ".. " leads upwards there.
bool leads_upwards(const std::filesystem::path& part) {
  const std::string text = part.string();
  return text.starts_with("..") && text.find_first_not_of(' ', 2) == text.npos;
}

// Names like "/etc/passwd", "../other/exercise.cu" and "C:\exercise.cu" are attempts.
void must_stay_inside(const std::string& name) {
  const std::filesystem::path path(name);
  const bool leaves = path.is_absolute() || name.find('\\') != std::string::npos ||
                      std::any_of(path.begin(), path.end(), &leads_upwards);
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

// Bytes that are said to be packed and end before have room for a file that some programs see.
void must_end_where_it_says(archive* handle, const std::string& name) {
  const char* error = archive_error_string(handle);
  if (error != nullptr && std::string_view(error).find("wrong size") != std::string_view::npos)
    throw BadArchive(fmt::format("{} in the archive is broken", shown_name(name)));
}

// Counts what is passed by, too: a bomb's entry need not be the one that is wanted.
std::size_t size_of_entry(archive* handle, const std::string& name, std::size_t most) {
  std::size_t size = 0;
  const void* block = nullptr;
  std::size_t length = 0;
  la_int64_t offset = 0;
  int result = ARCHIVE_OK;
  while (size <= most &&
         (result = archive_read_data_block(handle, &block, &length, &offset)) == ARCHIVE_OK) {
    size += length;
  }
  if (result == ARCHIVE_WARN) must_end_where_it_says(handle, name);
  return size;
}

void find_twins(const std::vector<std::string>& others, Archived& found) {
  constexpr std::size_t kMost = 10;
  std::set<std::string> graded;
  for (const ArchivedFile& file : found.files) graded.insert(folded_name(file.name));
  for (const std::string& other : others) {
    if (found.twins.size() < kMost && graded.contains(folded_name(other)))
      found.twins.push_back(shown_name(other));
  }
}

// They are only told of, so a part of very many is enough.
void keep_names(const std::vector<std::string>& others, Archived& found) {
  constexpr std::size_t kMost = 1'000, kLongest = 1'000;
  for (const std::string& other : others) {
    std::string name = unpacked_name(other);
    if (name.size() > kLongest) name = shown_name(name);
    if (found.others.size() < kMost && !name.empty()) found.others.push_back(std::move(name));
  }
}

// Of an archive with a link and a file below it, or of its name, many programs put the file where
// the link leads to: in the place of a graded one.
void must_be_behind_no_link(const std::vector<std::string>& links,
                            const std::vector<std::string>& others, const Archived& found) {
  if (links.empty()) return;
  std::set<std::string> files;
  for (const ArchivedFile& file : found.files) files.insert(in_small_letters(file.name));
  for (const std::string& other : others) files.insert(in_small_letters(unpacked_name(other)));
  for (const std::string& link : links) {
    const std::string name = in_small_letters(unpacked_name(link));
    const auto below = files.lower_bound(name + "/");
    if (files.contains(name) || (below != files.end() && below->starts_with(name + "/")))
      throw BadArchive(fmt::format(
          "the archive has a link, and a file in its place or below it: {}", shown_name(link)));
  }
}

bool is_link(archive_entry* entry) {
  return archive_entry_filetype(entry) == AE_IFLNK || archive_entry_hardlink(entry) != nullptr;
}

void must_be_a_file(archive_entry* entry, const std::string& name) {
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
    throw BadArchive(fmt::format("{} is a link or a device, not a file", shown_name(name)));
}

Archived entries_of(int descriptor, ArchiveKind kind, const Wanted& wanted,
                    const IntakeLimits& limits) {
  if (kind == ArchiveKind::kZip) {
    zip_must_be_sound(descriptor, wanted, limits.archive_entries);
  } else {
    tar_names_must_agree(descriptor, wanted, limits);
  }
  const Handle handle = opened(descriptor, kind);
  Archived found;
  std::vector<std::string> others, links;
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
    if (!graded_as(name, wanted).empty()) {
      must_be_a_file(entry, name);
      found.files.push_back(
          {unpacked_name(name), bytes_of_entry(handle.get(), name, limits.file_bytes)});
      unpacked += found.files.back().bytes.size();
    } else {
      if (is_link(entry)) {
        links.push_back(name);
      } else if (archive_entry_filetype(entry) != AE_IFDIR) {
        others.push_back(name);
      }
      unpacked += size_of_entry(handle.get(), name, limits.archive_bytes);
    }
    if (unpacked > limits.archive_bytes) {
      throw BadArchive(fmt::format("the archive is larger than {} MB when it is unpacked",
                                   limits.archive_bytes >> 20));
    }
  }
  if (result != ARCHIVE_EOF || entries == 0) {
    throw BadArchive("this is no zip or tar.gz archive that can be read to its end");
  }
  must_be_behind_no_link(links, others, found);
  others.insert(others.end(), links.begin(), links.end());
  find_twins(others, found);
  keep_names(others, found);
  return found;
}

// Each text with its length in front: how many files, their names and bytes, how many twins, their
// names, and the others.
std::string packed(const Archived& found) {
  std::string text;
  const auto add = [&text](const std::string& part) {
    text += fmt::format("{}:", part.size());
    text += part;
  };
  add(std::to_string(found.files.size()));
  for (const ArchivedFile& file : found.files) {
    add(file.name);
    add(file.bytes);
  }
  add(std::to_string(found.twins.size()));
  for (const std::string& twin : found.twins) add(twin);
  for (const std::string& other : found.others) add(other);
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

std::size_t next_count(std::string_view& text) {
  const std::string digits = next_part(text);
  std::size_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return count;
}

Archived unpacked(std::string_view text) {
  Archived found;
  for (std::size_t files = next_count(text); files > 0; --files) {
    std::string name = next_part(text);
    found.files.push_back({std::move(name), next_part(text)});
  }
  for (std::size_t twins = next_count(text); twins > 0; --twins)
    found.twins.push_back(next_part(text));
  while (!text.empty()) found.others.push_back(next_part(text));
  return found;
}

}  // namespace

Archived read_archive(int descriptor, ArchiveKind kind, const Wanted& wanted,
                      const IntakeLimits& limits) {
  const Utf8Locale utf8;  // the reading process opens no locale
  try {
    return unpacked(shielded([&] { return packed(entries_of(descriptor, kind, wanted, limits)); },
                             {descriptor}));
  } catch (const NotParsed& reason) {
    throw BadArchive(std::string("the archive could not be judged: ") + reason.what());
  } catch (const std::runtime_error& complaint) {
    throw BadArchive(complaint.what());
  }
}

}  // namespace grading
