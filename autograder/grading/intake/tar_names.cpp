// Header by header, in blocks of 512 bytes, after libarchive has unpacked what gzip packed.
#include "grading/intake/tar_names.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "grading/intake/archive.h"
#include "grading/intake/archive_names.h"
#include "grading/intake/names.h"

namespace grading {
namespace {

using Wanted = std::function<bool(const std::string&)>;

constexpr std::size_t kBlock = 512;
constexpr std::size_t kLongestRecord = 2 << 20;  // libarchive takes half of that

[[noreturn]] void refuse_tar(const std::string& why) { throw BadArchive("the tar archive " + why); }

[[noreturn]] void is_broken() {
  throw BadArchive("this is no tar.gz archive that can be read to its end");
}

/// What gzip has packed.
class Stream {
 public:
  Stream(int descriptor, std::uint64_t most)
      : descriptor_(descriptor), handle_(archive_read_new(), archive_read_free), most_(most) {
    lseek(descriptor, 0, SEEK_SET);
    archive_read_support_format_raw(handle_.get());
    archive_read_support_filter_gzip(handle_.get());
    archive_entry* entry = nullptr;
    const bool is_open = archive_read_open_fd(handle_.get(), descriptor, 64 * 1024) == ARCHIVE_OK &&
                         archive_read_next_header(handle_.get(), &entry) == ARCHIVE_OK;
    constexpr int kGzipAndFile = 2;
    if (!is_open || archive_filter_count(handle_.get()) != kGzipAndFile)
      throw BadArchive(
          "this is no tar.gz archive that can be read: it is not packed by gzip, once");
  }

  /// Fewer bytes where it ends.
  std::string read(std::size_t length) {
    std::string text(length, '\0');
    std::size_t done = 0;
    while (done < length) {
      const la_ssize_t n = archive_read_data(handle_.get(), text.data() + done, length - done);
      if (n < 0) is_broken();
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    text.resize(done);
    if ((count_ += done) > most_)
      throw BadArchive(
          fmt::format("the archive is larger than {} MB when it is unpacked", most_ >> 20));
    return text;
  }

  void skip(std::uint64_t length) {
    while (length > 0) {
      const std::size_t step = std::min<std::uint64_t>(length, kStep);
      if (read(step).size() < step) is_broken();
      length -= step;
    }
  }

  /// Zeros are, and the file ends with what gzip has packed, but for zeros.
  void must_be_all() {
    for (std::string rest = read(kStep); !rest.empty(); rest = read(kStep)) must_be_zeros(rest);
    auto at = static_cast<off_t>(archive_filter_bytes(handle_.get(), -1));
    std::string rest(kStep, '\0');
    for (ssize_t n = 0; (n = pread(descriptor_, rest.data(), rest.size(), at)) != 0; at += n) {
      if (n < 0) is_broken();
      must_be_zeros(std::string_view(rest).substr(0, static_cast<std::size_t>(n)));
    }
  }

 private:
  static constexpr std::size_t kStep = 64 * 1024;

  static void must_be_zeros(std::string_view text) {
    if (text.find_first_not_of('\0') != text.npos)
      refuse_tar("goes on behind its end: it shows other files to other programs");
  }

  const int descriptor_;
  std::unique_ptr<archive, int (*)(archive*)> handle_;
  const std::uint64_t most_;
  std::uint64_t count_ = 0;
};

std::string text_at(std::string_view header, std::size_t at, std::size_t length) {
  const std::string_view field = header.substr(at, length);
  return std::string(field.substr(0, field.find('\0')));
}

bool is_as_it_is(std::string_view field) { return field[0] == '\x80' || field[0] == '\xff'; }

/// Octal digits with blanks in front, and blanks or zero bytes behind; or behind a byte of 0x80 a
/// number as it is. None for less than nothing, and for what programs read in several ways.
std::optional<std::uint64_t> number_at(std::string_view header, std::size_t at,
                                       std::size_t length) {
  std::string_view field = header.substr(at, length);
  std::uint64_t value = 0;
  if (is_as_it_is(field)) {
    constexpr std::size_t kWide = 8;
    const std::size_t begin = length - std::min(kWide, length - 1);
    for (const char byte : field.substr(begin)) value = value << 8 | (byte & 0xff);
    const bool fits = field[0] == '\x80' && value >> 63 == 0 &&
                      field.substr(1, begin - 1).find_first_not_of('\0') == field.npos;
    return fits ? std::optional(value) : std::nullopt;
  }
  field.remove_prefix(std::min(field.find_first_not_of(' '), length));
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value, 8);
  field.remove_prefix(static_cast<std::size_t>(end - field.data()));
  const bool ends = field.find_first_not_of(std::string_view(" \0", 2)) == field.npos;
  return error == std::errc() && ends ? std::optional(value) : std::nullopt;
}

bool is_empty(std::string_view field) {
  return field.find_first_not_of(std::string_view(" \0", 2)) == field.npos;
}

/// GNU tar gives names of volumes (V) none.
std::optional<std::uint64_t> size_in(std::string_view header) {
  constexpr std::size_t kAt = 124, kLength = 12;
  const bool has_none = header[156] == 'V' && is_empty(header.substr(kAt, kLength));
  return has_none ? 0 : number_at(header, kAt, kLength);
}

/// The size is asked for by itself. Others may be left empty, or be less than nothing.
void numbers_must_be_plain(std::string_view header) {
  constexpr std::pair<std::size_t, std::size_t> kFields[] = {
      {100, 8}, {108, 8}, {116, 8}, {136, 12}};  // permissions, user, group, time
  for (const auto& [at, length] : kFields) {
    const std::string_view field = header.substr(at, length);
    if (!is_empty(field) && !is_as_it_is(field) && !number_at(header, at, length))
      refuse_tar("has a number that programs read in several ways");
  }
}

/// What records in front of a header say of the file.
struct Records {
  std::vector<std::string> names;
  std::optional<std::uint64_t> size;
  bool holes = false;
};

std::uint64_t decimal(std::string_view digits) {
  std::uint64_t value = 0;
  const char* all = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), all, value);
  if (error != std::errc() || end != all)
    refuse_tar("has a number that programs read in several ways: " + shown_name(digits));
  return value;
}

void note(std::string_view key, std::string_view value, Records& records) {
  if (key == "path" || key == "GNU.sparse.name") {
    if (value.find('\0') != value.npos)
      refuse_tar("has a name with a zero byte, which ends there for some programs: " +
                 shown_name(value));
    records.names.emplace_back(value);
  }
  if (key == "uid" || key == "gid") decimal(value);
  if (key == "size") {
    const std::uint64_t size = decimal(value);
    if (records.size.value_or(size) != size) refuse_tar("says two sizes of a file");
    records.size = size;
  }
  if (key.starts_with("GNU.sparse.") || key == "SCHILY.realsize") records.holes = true;
}

/// "LENGTH KEY=VALUE\n", one after the other. Where one is broken, some programs stop and others
/// go on.
void read_pax(std::string_view text, Records& records) {
  while (!text.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    const auto digits = static_cast<std::size_t>(end - text.data());
    const bool is_whole = error == std::errc() && length <= text.size() && length > digits + 2 &&
                          text[0] != '0' && text[digits] == ' ' && text[length - 1] == '\n';
    const std::string_view record =
        is_whole ? text.substr(digits + 1, length - digits - 2) : std::string_view();
    const std::size_t sign = record.find('=');
    if (sign == 0 || sign == record.npos)
      refuse_tar("has a broken record, which programs read in several ways");
    note(record.substr(0, sign), record.substr(sign + 1), records);
    text.remove_prefix(length);
  }
}

class Walk {
 public:
  Walk(Stream& stream, const Wanted& wanted, std::size_t most_entries)
      : stream_(stream), wanted_(wanted), most_(most_entries) {}

  void run() {
    std::string block;
    while (is_tar_header(block = stream_.read(kBlock))) {
      const auto size = size_in(block);
      if (!size) refuse_tar("has a size that programs read in several ways");
      numbers_must_be_plain(block);
      const char kind = block[156];
      const bool is_record = std::string_view("LxXgK").find(kind) != std::string_view::npos;
      is_record ? read_record(kind, *size) : read_file(block, kind, *size);
    }
    block += stream_.read(kBlock);
    if (block != std::string(2 * kBlock, '\0')) is_broken();
    stream_.must_be_all();
  }

 private:
  void read_record(char kind, std::uint64_t size) {
    if (size > kLongestRecord) is_broken();
    const std::string text = stream_.read(static_cast<std::size_t>(size));
    if (text.size() != size) is_broken();
    if (kind == 'L') records_.names.push_back(text.substr(0, text.find('\0')));
    if (kind == 'x' || kind == 'X') read_pax(text, records_);
    if (kind == 'g') {
      Records of_all;
      read_pax(text, of_all);
      if (!of_all.names.empty() || of_all.size || of_all.holes)
        refuse_tar("gives all its files one name or size");
    }
    stream_.skip((kBlock - size % kBlock) % kBlock);
  }

  void read_file(const std::string& header, char kind, std::uint64_t size) {
    if (++files_ > most_)
      throw BadArchive(fmt::format("the archive has more than {} files", most_));
    std::string name = name_in(header, kind);
    compare_names(name);
    must_be_a_file_for_all(name, kind);
    must_be_new(name);
    if (records_.size.value_or(size) != size)
      refuse_tar("says two sizes of a file: " + shown_name(name));
    if (kind >= '1' && kind <= '6' && size != 0)
      refuse_tar("has bytes for what is no file: " + shown_name(name));
    records_ = {};
    bool more = kind == 'S' && header[482] != 0;  // a map of holes that goes on
    while (more) {
      const std::string block = stream_.read(kBlock);
      more = block.size() == kBlock && block[504] != 0;
    }
    stream_.skip(size + (kBlock - size % kBlock) % kBlock);
  }

  /// POSIX archives have the beginning of a long name in a field of its own. Some programs read it
  /// whatever the archive's mark is, where others of GNU's have times.
  std::string name_in(const std::string& header, char kind) const {
    std::string name = text_at(header, 0, 100), folder = text_at(header, 345, 155);
    if (folder.empty() || kind == 'S') return name;  // there it is no name for anybody
    std::string whole = folder + "/" + name;
    if (header.compare(257, 6, std::string_view("ustar\0", 6)) == 0) return whole;
    if (!can_be_times(folder) || graded_as(whole, wanted_) != graded_as(name, wanted_))
      refuse_tar("gives one file several names: " + shown_name(name) + ", " + shown_name(whole));
    return name;
  }

  static bool can_be_times(const std::string& field) {
    const bool is_number_as_it_is = (static_cast<unsigned char>(field[0]) & 0x80) != 0;
    return is_number_as_it_is || field.find_first_not_of("01234567 ") == field.npos;
  }

  /// Names of volumes (V), lists of permissions (A) and kinds that nobody knows are files to some
  /// programs; what has a slash at the end is a folder for some, and a file for others.
  void must_be_a_file_for_all(const std::string& in_header, char kind) const {
    constexpr std::string_view kFileOrNone(
        "\0"
        "01234567",
        9);  // libarchive tells of which it is
    std::string name = records_.names.empty() ? in_header : records_.names.back();
    const bool ends_as_folder = kind != '5' && name.ends_with('/');
    while (ends_as_folder && name.ends_with('/')) name.pop_back();
    if (graded_as(name, wanted_).empty()) return;
    if (kind == 'S' || records_.holes)
      throw BadArchive(fmt::format(
          "{} is packed with holes, which many programs show as something else. Pack it without "
          "--sparse",
          shown_name(name)));
    if (ends_as_folder || kFileOrNone.find(kind) == kFileOrNone.npos)
      refuse_tar("has an entry that is a file for some programs only: " + shown_name(name));
  }

  void must_be_new(const std::string& in_header) {
    std::set<std::string> names{graded_as(in_header, wanted_)};
    for (const std::string& name : records_.names) names.insert(graded_as(name, wanted_));
    names.erase("");
    for (const std::string& name : names) {
      if (!graded_.insert(name).second)
        throw BadArchive(fmt::format("the archive has {} twice", name));
    }
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
  const std::size_t most_;
  std::size_t files_ = 0;
  Records records_;
  std::set<std::string> graded_;  // what there is already
};

}  // namespace

bool is_tar_header(std::string_view block) {
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

void tar_names_must_agree(int descriptor, const Wanted& wanted, const IntakeLimits& limits) {
  constexpr std::size_t kHeaders = 3 * kBlock;  // of a file, as a rule
  Stream stream(descriptor, limits.archive_bytes + limits.archive_entries * kHeaders);
  Walk(stream, wanted, limits.archive_entries).run();
}

}  // namespace grading
