#include "device/border/format.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device/border/guarded.h"

namespace emu {

namespace {

[[noreturn]] void refuse(const char* what) {
  std::fprintf(stderr, "%s in a format is not for exercises\n", what);
  std::abort();
}

/// One conversion after the other, with its arguments.
class Reader {
 public:
  Reader(const char* format, std::va_list arguments, const void* site) : at_(format), site_(site) {
    va_copy(arguments_, arguments);
  }
  ~Reader() { va_end(arguments_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void read_all() {
    while ((at_ = std::strchr(at_, '%')) != nullptr) {
      ++at_;
      read_conversion();
    }
  }

 private:
  void read_conversion() {
    at_ += std::strspn(at_, " +-#0'I");
    read_number();  // width
    if (*at_ == '$') refuse("a numbered argument, such as %1$d,");
    precision_ = SIZE_MAX;
    if (*at_ == '.') {
      ++at_;
      precision_ = read_number();
    }
    read_argument(read_length());
  }

  std::size_t read_number() {
    if (*at_ == '*') {
      ++at_;
      const int given = va_arg(arguments_, int);
      return given < 0 ? SIZE_MAX : static_cast<std::size_t>(given);
    }
    std::size_t number = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) number = 10 * number + std::size_t(*at_ - '0');
    return number;
  }

  enum class Length { kInt, kLong, kLongDouble };
  Length read_length() {
    const std::size_t count = std::strspn(at_, "hlLqjzt");
    Length length = Length::kInt;
    for (std::size_t i = 0; i < count; ++i) {
      if (at_[i] == 'L') length = Length::kLongDouble;
      if (std::strchr("lqjzt", at_[i]) != nullptr) length = Length::kLong;
    }
    at_ += count;
    return length;
  }

  void read_argument(Length length) {
    const char conversion = *at_;
    if (conversion == '\0') return;
    ++at_;
    if (conversion == 'n') refuse("%n");
    if (conversion == 'S' || conversion == 'C' || (conversion == 's' && length == Length::kLong))
      refuse("a wide text");
    if (conversion == 's') return read_text();
    if (std::strchr("eEfFgGaA", conversion) != nullptr) return skip_float(length);
    if (conversion == 'p') return static_cast<void>(va_arg(arguments_, void*));
    if (std::strchr("diouxXcbB", conversion) != nullptr) skip_integer(length);
  }

  void read_text() {
    if (const char* text = va_arg(arguments_, const char*)) look_at_text(text, site_, precision_);
  }
  void skip_float(Length length) {
    if (length == Length::kLongDouble)
      static_cast<void>(va_arg(arguments_, long double));
    else
      static_cast<void>(va_arg(arguments_, double));
  }
  void skip_integer(Length length) {
    if (length == Length::kInt)
      static_cast<void>(va_arg(arguments_, int));
    else
      static_cast<void>(va_arg(arguments_, long long));
  }

  const char* at_;
  const void* site_;
  std::va_list arguments_;
  std::size_t precision_ = SIZE_MAX;
};

}  // namespace

void look_at_format(const char* format, std::va_list arguments, const void* site) {
  if (format == nullptr) return;
  look_at_text(format, site, SIZE_MAX);
  Reader(format, arguments, site).read_all();
}

}  // namespace emu
