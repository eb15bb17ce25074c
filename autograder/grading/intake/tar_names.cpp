// Header by header, in blocks of 512 bytes, after libarchive has unpacked what gzip packed.
#include "grading/intake/tar_names.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "grading/intake/archive.h"
#include "grading/intake/archive_names.h"
#include "grading/intake/names.h"

namespace grading {
namespace {

using Wanted = std::function<bool(const std::string&)>;

constexpr std::size_t kBlock = 512;
constexpr std::size_t kLongestRecord = 2 << 20;                  // libarchive takes half of that
constexpr std::uint64_t kLargestOctal = std::uint64_t{8} << 30;  // sizes from here on need pax

[[noreturn]] void refuse_tar(const std::string& why) { throw BadArchive("the tar archive " + why); }

[[noreturn]] void is_broken() {
  throw BadArchive("this is no zip or tar.gz archive that can be read to its end");
}

/// What gzip has packed, or the file as it is.
class Stream {
 public:
  Stream(int descriptor, std::uint64_t most)
      : handle_(archive_read_new(), archive_read_free), most_(most) {
    lseek(descriptor, 0, SEEK_SET);
    archive_read_support_format_raw(handle_.get());
    archive_read_support_filter_gzip(handle_.get());
    archive_entry* entry = nullptr;
    is_open_ = archive_read_open_fd(handle_.get(), descriptor, 64 * 1024) == ARCHIVE_OK &&
               archive_read_next_header(handle_.get(), &entry) == ARCHIVE_OK;
  }

  /// Fewer bytes where it ends, or breaks.
  std::string read(std::size_t length) {
    std::string text(length, '\0');
    std::size_t done = 0;
    while (is_open_ && done < length) {
      const la_ssize_t n = archive_read_data(handle_.get(), text.data() + done, length - done);
      if (n <= 0) break;
      done += static_cast<std::size_t>(n);
    }
    text.resize(done);
    if ((count_ += done) > most_)
      throw BadArchive(
          fmt::format("the archive is larger than {} MB when it is unpacked", most_ >> 20));
    return text;
  }

  /// False where it ends before.
  bool skip(std::uint64_t length) {
    while (length > 0) {
      const std::size_t step = std::min<std::uint64_t>(length, 64 * 1024);
      if (read(step).size() < step) return false;
      length -= step;
    }
    return true;
  }

 private:
  std::unique_ptr<archive, int (*)(archive*)> handle_;
  const std::uint64_t most_;
  std::uint64_t count_ = 0;
  bool is_open_ = false;
};

std::string text_at(std::string_view header, std::size_t at, std::size_t length) {
  const std::string_view field = header.substr(at, length);
  return std::string(field.substr(0, field.find('\0')));
}

/// Octal digits, or with the highest bit set a number as it is. None for less than nothing.
std::optional<std::uint64_t> number_at(std::string_view header, std::size_t at,
                                       std::size_t length) {
  std::string_view field = header.substr(at, length);
  std::uint64_t value = 0;
  if ((static_cast<unsigned char>(field[0]) & 0x80) != 0) {
    for (const char byte : field.substr(length - 8)) value = value << 8 | (byte & 0xff);
    const bool fits = static_cast<unsigned char>(field[0]) == 0x80 && value >> 63 == 0;
    return fits ? std::optional(value) : std::nullopt;
  }
  while (!field.empty() && (field[0] == ' ' || field[0] == '\t')) field.remove_prefix(1);
  if (field.starts_with('-')) return std::nullopt;
  std::from_chars(field.data(), field.data() + field.size(), value, 8);
  return value;
}

bool is_header(std::string_view block) {
  if (block.size() < kBlock) return false;
  std::uint64_t sum = 0, signed_sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const char byte = i >= 148 && i < 156 ? ' ' : block[i];
    sum += static_cast<unsigned char>(byte);
    signed_sum += static_cast<std::uint64_t>(static_cast<signed char>(byte));
  }
  const auto said = number_at(block, 148, 8);
  return said && (*said == sum || *said == signed_sum);
}

/// What records in front of a header say of the file.
struct Records {
  std::vector<std::string> names;
  std::optional<std::uint64_t> size;
};

/// "LENGTH KEY=VALUE\n", one after the other.
void read_pax(std::string_view text, Records& records) {
  while (!text.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || length > text.size() || length < digits + 2) return;
    const std::string_view record = text.substr(digits + 1, length - digits - 2);
    const std::string_view key = record.substr(0, record.find('='));
    const std::string value(record.substr(std::min(record.size(), key.size() + 1)));
    if (key == "path" || key == "GNU.sparse.name") {
      if (value.find('\0') != value.npos)
        refuse_tar("has a name with a zero byte, which ends there for some programs: " +
                   shown_name(value));
      records.names.push_back(value);
    }
    if (key == "size") records.size = std::strtoull(value.c_str(), nullptr, 10);
    text.remove_prefix(length);
  }
}

class Walk {
 public:
  Walk(Stream& stream, const Wanted& wanted, std::size_t most_entries)
      : stream_(stream), wanted_(wanted), left_(most_entries) {}

  void run() {
    while (true) {
      const std::string header = stream_.read(kBlock);
      if (!is_header(header)) return;  // its end; what is broken, libarchive says
      const auto size = number_at(header, 124, 12);
      if (!size) is_broken();  // it is less than nothing
      const char kind = header[156];
      const bool goes_on = kind == 'L' || kind == 'x' || kind == 'X' || kind == 'g' || kind == 'K'
                               ? read_record(kind, *size)
                               : read_file(header, kind, *size);
      if (!goes_on) return;
    }
  }

 private:
  bool read_record(char kind, std::uint64_t size) {
    if (size > kLongestRecord) is_broken();
    const std::string text = stream_.read(static_cast<std::size_t>(size));
    if (kind == 'L') records_.names.push_back(text.substr(0, text.find('\0')));
    if (kind == 'x' || kind == 'X') read_pax(text, records_);
    if (kind == 'g') {
      Records of_all;
      read_pax(text, of_all);
      if (!of_all.names.empty() || of_all.size) refuse_tar("gives all its files one name or size");
    }
    return text.size() == size && stream_.skip((kBlock - size % kBlock) % kBlock);
  }

  bool read_file(const std::string& header, char kind, std::uint64_t size) {
    if (left_-- == 0) return false;
    const std::string name = name_in(header, kind);
    compare_names(name);
    must_be_a_file_for_all(name, kind);
    if (records_.size && *records_.size != size && *records_.size < kLargestOctal)
      refuse_tar("says two sizes of a file: " + shown_name(name));
    if (kind >= '1' && kind <= '6' && size != 0)
      refuse_tar("has bytes for what is no file: " + shown_name(name));
    size = records_.size.value_or(size);
    records_ = {};
    bool more = kind == 'S' && header[482] != 0;  // a map of holes that goes on
    while (more) {
      const std::string block = stream_.read(kBlock);
      more = block.size() == kBlock && block[504] != 0;
    }
    return stream_.skip(size + (kBlock - size % kBlock) % kBlock);
  }

  /// POSIX archives have the beginning of a long name in a field of its own. Some programs read it
  /// whatever the archive's mark is, where others of GNU's have times.
  std::string name_in(const std::string& header, char kind) const {
    const std::string name = text_at(header, 0, 100), folder = text_at(header, 345, 155);
    if (folder.empty() || kind == 'S') return name;  // there it is no name for anybody
    const std::string whole = folder + "/" + name;
    if (header.compare(257, 6, std::string_view("ustar\0", 6)) == 0) return whole;
    if (!can_be_times(folder) || graded_as(whole, wanted_) != graded_as(name, wanted_))
      refuse_tar("gives one file several names: " + shown_name(name) + ", " + shown_name(whole));
    return name;
  }

  static bool can_be_times(const std::string& field) {
    const bool is_number_as_it_is = (static_cast<unsigned char>(field[0]) & 0x80) != 0;
    return is_number_as_it_is || field.find_first_not_of("01234567 ") == field.npos;
  }

  /// Names of volumes (V) and lists of permissions (A) are files to programs that do not know them;
  /// what has a slash at the end is a folder for some, and a file for others.
  void must_be_a_file_for_all(const std::string& in_header, char kind) const {
    std::string name = records_.names.empty() ? in_header : records_.names.back();
    const bool ends_as_folder = kind != '5' && name.ends_with('/');
    while (ends_as_folder && name.ends_with('/')) name.pop_back();
    if ((ends_as_folder || kind == 'V' || kind == 'A') && !graded_as(name, wanted_).empty())
      refuse_tar("has an entry that is a file for some programs only: " + shown_name(name));
  }

  void compare_names(const std::string& in_header) const {
    if (records_.names.empty()) return;
    const std::string& last = records_.names.back();
    const std::string as = graded_as(last, wanted_), before = graded_as(in_header, wanted_);
    bool same = before.empty() || before == as;
    for (const std::string& name : records_.names) same = same && graded_as(name, wanted_) == as;
    if (same) return;
    std::string names = shown_name(in_header);
    for (const std::string& name : records_.names) names += ", " + shown_name(name);
    refuse_tar("gives one file several names: " + names);
  }

  Stream& stream_;
  const Wanted& wanted_;
  std::size_t left_;
  Records records_;
};

}  // namespace

void tar_names_must_agree(int descriptor, const Wanted& wanted, const IntakeLimits& limits) {
  constexpr std::size_t kHeaders = 3 * kBlock;  // of a file, as a rule
  Stream stream(descriptor, limits.archive_bytes + limits.archive_entries * kHeaders);
  Walk(stream, wanted, limits.archive_entries).run();
}

}  // namespace grading
