// APPNOTE.TXT of PKWARE, section 4.3, is the format: records of numbers, lowest byte first.
#include "grading/intake/zip_contents.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grading/intake/archive.h"
#include "grading/intake/archive_names.h"
#include "grading/intake/names.h"
#include "grading/intake/tar_names.h"

namespace grading {
namespace {

using Wanted = std::function<bool(const std::string&)>;

constexpr std::string_view kFile = "PK\x03\x04", kListed = "PK\x01\x02", kEnd = "PK\x05\x06",
                           kEnd64 = "PK\x06\x06", kLocator64 = "PK\x06\x07", kSizes = "PK\x07\x08",
                           kSignature = "PK\x05\x05";
constexpr std::size_t kFileHeader = 30, kListedHeader = 46, kEndRecord = 22, kEnd64Record = 56,
                      kLocator = 20;
constexpr std::uint64_t kSee64 = 0xffffffff;     // instead of a number: it is in the extra field
constexpr std::size_t kFarthestEnd = 16 * 1024;  // where libarchive looks for it
constexpr unsigned kEncrypted = 1, kSizesFollow = 8;

[[noreturn]] void refuse_zip(const std::string& why) { throw BadArchive("the zip archive " + why); }

/// A number of `bytes` bytes at `at`; what is not there reads as zero.
std::uint64_t number(std::string_view text, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes && at + i < text.size(); ++i)
    value |= std::uint64_t{static_cast<unsigned char>(text[at + i])} << (8 * i);
  return value;
}

/// The archive's bytes, wherever they are asked for.
class Bytes {
 public:
  explicit Bytes(int descriptor) : descriptor_(descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) == 0) size_ = static_cast<std::uint64_t>(status.st_size);
  }
  std::uint64_t size() const { return size_; }

  /// Less than `length` where the file ends before.
  std::string at(std::uint64_t offset, std::size_t length) const {
    if (offset >= size_) return {};
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(length, size_ - offset)), 0);
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t n = pread(descriptor_, text.data() + done, text.size() - done,
                              static_cast<off_t>(offset + done));
      if (n <= 0) break;
      done += static_cast<std::size_t>(n);
    }
    text.resize(done);
    return text;
  }

 private:
  int descriptor_;
  std::uint64_t size_ = 0;
};

/// What the end of an archive says of its list of contents.
struct End {
  std::uint64_t position = 0;    ///< of the record
  std::uint64_t list_begin = 0;  ///< where the list lies
  std::uint64_t list_size = 0;
  std::uint64_t entries = 0;
};

/// A file, as one of the two places tells of it.
struct Told {
  std::string name, unicode_name;
  unsigned flags = 0, method = 0;
  std::uint64_t check_sum = 0, packed = 0, unpacked = 0;
  std::uint64_t offset = 0;  ///< of the header in front; in the list only
};

/// Calls for each extra field.
void for_each_extra(std::string_view extra,
                    const std::function<void(std::uint64_t, std::string_view)>& visit) {
  while (extra.size() >= 4) {
    const std::uint64_t length = number(extra, 2, 2);
    if (length > extra.size() - 4) return;
    visit(number(extra, 0, 2), extra.substr(4, length));
    extra.remove_prefix(4 + length);
  }
}

void read_extra(std::string_view extra, Told& told) {
  for_each_extra(extra, [&](std::uint64_t kind, std::string_view field) {
    if (kind == 0x7075 && field.size() > 5) told.unicode_name = field.substr(5);
    if (kind != 0x0001) return;
    for (std::uint64_t* value : {&told.unpacked, &told.packed, &told.offset}) {
      if (*value != kSee64 || field.size() < 8) continue;
      *value = number(field, 0, 8);
      field.remove_prefix(8);
    }
  });
}

/// `at`: where the numbers begin that both kinds of header have in the same order.
Told told_in(std::string_view header, std::size_t at) {
  Told told;
  told.flags = static_cast<unsigned>(number(header, at, 2));
  told.method = static_cast<unsigned>(number(header, at + 2, 2));
  told.check_sum = number(header, at + 8, 4);
  told.packed = number(header, at + 12, 4);
  told.unpacked = number(header, at + 16, 4);
  return told;
}

class Zip {
 public:
  Zip(const Bytes& bytes, const Wanted& wanted, std::size_t most_entries)
      : bytes_(bytes), wanted_(wanted), most_entries_(most_entries) {}

  void must_be_sound() {
    if (!find_end())
      throw BadArchive(
          "this is no zip archive that can be read to its end: it has no list of contents");
    must_be_nothing_else();
    read_list();
    std::sort(listed_.begin(), listed_.end(),
              [](const Told& a, const Told& b) { return a.offset < b.offset; });
    if ((listed_.empty() ? end_.list_begin : listed_[0].offset) != 0)
      refuse_zip("does not begin with its first file: what stands in front shows other files");
    std::uint64_t end = 0;
    for (const Told& listed : listed_) end = compared(listed, end);
    must_have_no_file(end, end_.list_begin);
  }

 private:
  /// The last end record there is, if it can be one.
  bool find_end() {
    const std::uint64_t size = bytes_.size();
    const std::size_t most = std::min<std::uint64_t>(size, kEndRecord + 0xffff);
    const std::string tail = bytes_.at(size - most, most);
    const std::size_t at = tail.rfind(kEnd);
    if (at == tail.npos || tail.size() - at < kEndRecord) return false;
    const std::string_view record = std::string_view(tail).substr(at, kEndRecord);
    end_.position = size - most + at;
    end_.entries = number(record, 10, 2);
    end_.list_size = number(record, 12, 4);
    const std::uint64_t offset = number(record, 16, 4);
    std::uint64_t list_end = end_.position;
    const auto wide = find_end_64();
    if (wide) list_end = *wide;
    must_end(std::string_view(tail).substr(at));
    return place_list(wide ? offset_64_ : offset, list_end, !wide && number(record, 4, 4) != 0);
  }

  /// Where the wider record lies, which stands before the other one in archives of more or larger
  /// files.
  std::optional<std::uint64_t> find_end_64() {
    if (end_.position < kLocator) return std::nullopt;
    const std::string locator = bytes_.at(end_.position - kLocator, kLocator);
    if (!locator.starts_with(kLocator64)) return std::nullopt;
    if (end_.position < kLocator + kEnd64Record) refuse_zip("has a broken end");
    const std::uint64_t position = end_.position - kLocator - kEnd64Record;
    const std::string record = bytes_.at(position, kEnd64Record);
    if (!record.starts_with(kEnd64)) refuse_zip("has an end of a kind that cannot be read");
    must_agree(end_.entries, 0xffff, number(record, 32, 8));
    must_agree(end_.list_size, kSee64, number(record, 40, 8));
    end_.entries = number(record, 32, 8);
    end_.list_size = number(record, 40, 8);
    offset_64_ = number(record, 48, 8);
    return position;
  }

  static void must_agree(std::uint64_t narrow, std::uint64_t see_wide, std::uint64_t wide) {
    if (narrow != see_wide && narrow != wide) refuse_zip("has two ends that disagree");
  }

  /// Behind the record stands a comment, as long as it says, and then nothing.
  static void must_end(std::string_view tail) {
    const std::uint64_t comment = number(tail, 20, 2);
    if (tail.size() > kFarthestEnd)
      refuse_zip(
          fmt::format("has more than {} KB behind its list of contents", kFarthestEnd / 1024));
    const bool breaks_off = tail.size() < kEndRecord + comment;
    if (breaks_off || tail.substr(kEndRecord + comment).find_first_not_of('\0') != tail.npos)
      refuse_zip("does not end where it says");
  }

  /// The list ends where the end begins, and begins where the end says. False where there is none
  /// in that place.
  bool place_list(std::uint64_t offset, std::uint64_t list_end, bool in_parts) {
    if (in_parts || end_.list_size > list_end) return false;
    end_.list_begin = list_end - end_.list_size;
    if (offset < end_.list_begin)
      refuse_zip("does not begin with its first file: what stands in front shows other files");
    if (offset > end_.list_begin) return false;
    return end_.entries == 0 ? end_.list_size == 0
                             : bytes_.at(end_.list_begin, kListed.size()) == kListed;
  }

  /// Programs that look at how a file begins would take it for the other kind: a tar archive, whose
  /// first name may be anything, or an image of a disk.
  void must_be_nothing_else() const {
    if (is_tar_header(bytes_.at(0, 512)) || bytes_.at(32 * 1024 + 1, 5) == "CD001")
      refuse_zip("begins as an archive of another kind: it shows other files to other programs");
    const std::uint64_t list_end = end_.list_begin + end_.list_size;
    const std::string behind = bytes_.at(list_end, kFarthestEnd + kLocator + kEnd64Record);
    const std::size_t first = behind.find(kEnd);
    if (first != behind.npos && list_end + first != end_.position) refuse_zip("has two ends");
  }

  void read_list() {
    constexpr std::size_t kMostBytes = 32 << 20;
    if (end_.list_size > kMostBytes || end_.entries > most_entries_)
      throw BadArchive(fmt::format("the archive has more than {} files", most_entries_));
    const std::string list = bytes_.at(end_.list_begin, static_cast<std::size_t>(end_.list_size));
    std::string_view rest = list;
    while (rest.starts_with(kListed)) rest.remove_prefix(read_listed(rest));
    if (listed_.size() != end_.entries || !(rest.empty() || rest.starts_with(kSignature)))
      refuse_zip("has a list of contents with more or fewer files than its end says");
  }

  std::size_t read_listed(std::string_view rest) {
    Told told = told_in(rest, 8);
    told.offset = number(rest, 42, 4);
    const std::size_t name = number(rest, 28, 2), extra = number(rest, 30, 2);
    const std::size_t length = kListedHeader + name + extra + number(rest, 32, 2);
    if (rest.size() < length) refuse_zip("has a list of contents that breaks off");
    told.name = rest.substr(kListedHeader, name);
    read_extra(rest.substr(kListedHeader + name, extra), told);
    if (told.offset >= end_.list_begin) refuse_zip("lists a file that is not there");
    listed_.push_back(std::move(told));
    return length;
  }

  /// Where the file ends that `listed` is about; nothing else may lie before it than `end`, where
  /// the one before ends.
  std::uint64_t compared(const Told& listed, std::uint64_t end) {
    const std::string header = bytes_.at(listed.offset, kFileHeader);
    if (!header.starts_with(kFile) || header.size() < kFileHeader)
      refuse_zip("lists a file that is not there: " + shown_name(listed.name));
    Told there = told_in(header, 6);
    const std::size_t name = number(header, 26, 2), extra = number(header, 28, 2);
    const std::string more = bytes_.at(listed.offset + kFileHeader, name + extra);
    there.name = more.substr(0, name);
    read_extra(std::string_view(more).substr(std::min(name, more.size())), there);
    compare_names(listed, there);
    compare_sizes(listed, there);
    if (listed.offset < end) refuse_zip("has files that share bytes: " + shown_name(listed.name));
    must_have_no_file(end, listed.offset);
    const std::uint64_t begin = listed.offset + kFileHeader + name + extra;
    if (listed.packed > end_.list_begin || begin + listed.packed > end_.list_begin)
      refuse_zip("lists a file that is not there: " + shown_name(listed.name));
    return begin + listed.packed + sizes_behind(listed, there, begin + listed.packed);
  }

  /// Some programs end a name there, and some leave the byte out.
  static void must_have_no_zero_byte(const Told& told) {
    for (const std::string& name : {told.name, told.unicode_name}) {
      if (name.find('\0') != name.npos)
        refuse_zip("has a name with a zero byte, which ends there for some programs: " +
                   shown_name(name));
    }
  }

  void compare_names(const Told& listed, const Told& there) const {
    must_have_no_zero_byte(listed);
    must_have_no_zero_byte(there);
    const std::string as = graded_as(listed.name, wanted_);
    bool same = listed.name == there.name;
    for (const std::string* second : {&listed.unicode_name, &there.unicode_name})
      same = same && (second->empty() || graded_as(*second, wanted_) == as);
    same = same && (listed.unicode_name.empty() || there.unicode_name.empty() ||
                    listed.unicode_name == there.unicode_name);
    if (!same) {
      refuse_zip(fmt::format("names a file {} in its list of contents, and {} where the file lies",
                             both_names(listed), both_names(there)));
    }
    if (as.empty()) return;
    if (listed.method != there.method || ((listed.flags ^ there.flags) & kEncrypted) != 0)
      refuse_zip("says in two ways how it has packed " + shown_name(listed.name));
  }

  static std::string both_names(const Told& told) {
    std::string name = shown_name(told.name);
    if (told.unicode_name.empty() || told.unicode_name == told.name) return name;
    return name + " or " + shown_name(told.unicode_name);
  }

  void compare_sizes(const Told& listed, const Told& there) const {
    const bool follow = (there.flags & kSizesFollow) != 0;
    const auto agree = [follow](std::uint64_t in_list, std::uint64_t in_front) {
      return in_front == in_list || (follow && (in_front == 0 || in_front == kSee64));
    };
    if (!agree(listed.packed, there.packed) || !agree(listed.unpacked, there.unpacked) ||
        !agree(listed.check_sum, there.check_sum))
      refuse_zip("says two sizes of a file: " + shown_name(listed.name));
  }

  /// How long the record is that has the sizes of a file behind its bytes, with or without a mark
  /// in front, of 4 or of 8 bytes each.
  std::uint64_t sizes_behind(const Told& listed, const Told& there, std::uint64_t at) const {
    if ((there.flags & kSizesFollow) == 0) return 0;
    const std::string record = bytes_.at(at, 24);
    for (const std::size_t mark : {std::size_t{4}, std::size_t{0}}) {
      if (mark != 0 && !record.starts_with(kSizes)) continue;
      for (const std::size_t width : {std::size_t{4}, std::size_t{8}}) {
        if (number(record, mark, 4) == listed.check_sum &&
            number(record, mark + 4, width) == listed.packed &&
            number(record, mark + 4 + width, width) == listed.unpacked)
          return mark + 4 + 2 * width;
      }
    }
    if (!graded_as(listed.name, wanted_).empty())
      refuse_zip("says two sizes of a file: " + shown_name(listed.name));
    return 0;
  }

  /// A program that reads from the front finds each file that has a header, listed or not.
  void must_have_no_file(std::uint64_t begin, std::uint64_t end) const {
    constexpr std::size_t kStep = 1 << 20, kLongestName = 4096;
    for (std::uint64_t at = begin; at < end; at += kStep) {
      const std::string part = bytes_.at(at, kStep + kFileHeader + kLongestName);
      const std::size_t here = std::min<std::uint64_t>(kStep, end - at);
      for (std::size_t i = part.find(kFile); i < here; i = part.find(kFile, i + 1)) {
        const std::size_t name = number(part, i + 26, 2);
        if (i + kFileHeader > part.size()) break;
        const std::string hidden = part.substr(i + kFileHeader, std::min(name, kLongestName));
        if (!graded_as(hidden, wanted_).empty())
          refuse_zip("has a file that its list of contents does not name: " + shown_name(hidden));
      }
    }
  }

  const Bytes& bytes_;
  const Wanted& wanted_;
  const std::size_t most_entries_;
  End end_;
  std::uint64_t offset_64_ = 0;
  std::vector<Told> listed_;
};

}  // namespace

void zip_must_be_sound(int descriptor, const Wanted& wanted, std::size_t most_entries) {
  const Bytes bytes(descriptor);
  Zip(bytes, wanted, most_entries).must_be_sound();
}

}  // namespace grading
