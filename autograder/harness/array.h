// An array that came back from the exercise, as matchers see it: a view with a name for messages
// and with the memory of what it held before the call. The Outcome that it came from must outlive
// it.
#pragma once

#include <cstddef>
#include <cstring>
#include <ostream>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace harness {

/// The bytes that an array held before the call.
struct Before {
  bool is_poison = true;         ///< an output(); otherwise an inout()
  std::vector<std::byte> bytes;  ///< of an inout()
  std::byte poison[8] = {};      ///< repeats over an output()

  bool equals(std::size_t offset, const void* data, std::size_t size) const {
    const auto* actual = static_cast<const std::byte*>(data);
    if (!is_poison) return std::memcmp(bytes.data() + offset, actual, size) == 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (actual[i] != poison[(offset + i) % sizeof poison]) return false;
    }
    return true;
  }
};

/// A view of an array of the exercise, and what it held before.
template <class T>
class Array {
 public:
  using value_type = T;
  using const_iterator = const T*;

  Array(std::span<const T> values, const Before* before, std::string name, std::size_t first = 0)
      : values_(values), before_(before), name_(std::move(name)), first_(first) {}

  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + values_.size(); }
  std::size_t size() const { return values_.size(); }
  const T& operator[](std::size_t i) const { return values_[i]; }
  std::vector<T> to_vector() const { return {begin(), end()}; }

  /// The elements from `begin` to before `end`, still called by their places in the whole array.
  Array slice(std::size_t begin, std::size_t end) const {
    end = std::min(end, size());
    begin = std::min(begin, end);
    Array part(values_.subspan(begin, end - begin), before_, name_, first_ + begin);
    part.row_length_ = row_length_;
    return part;
  }
  Array first(std::size_t count) const { return slice(0, count); }

  /// The same elements as rows of an image or matrix: messages then say result[row][column].
  Array in_rows_of(std::size_t length) const {
    Array rows = *this;
    rows.row_length_ = length;
    return rows;
  }

  const std::string& name() const { return name_; }
  /// "result[7]", or "result[2][3]".
  std::string element_name(std::size_t i) const {
    i += first_;
    if (row_length_ == 0) return name_ + "[" + std::to_string(i) + "]";
    return name_ + "[" + std::to_string(i / row_length_) + "][" + std::to_string(i % row_length_) +
           "]";
  }
  /// Whether element i holds the very bytes that it held before the call.
  bool is_untouched(std::size_t i) const {
    return before_ != nullptr && before_->equals((first_ + i) * sizeof(T), &values_[i], sizeof(T));
  }
  /// Whether integer i is what it was before the call, with `amount` added.
  bool has_grown_by(std::size_t i, T amount) const {
    using Bits = std::make_unsigned_t<T>;
    const T rest = static_cast<T>(static_cast<Bits>(values_[i]) - static_cast<Bits>(amount));
    return before_ != nullptr && before_->equals((first_ + i) * sizeof(T), &rest, sizeof(T));
  }
  /// Whether what it held before was poison: untouched then means never written.
  bool is_output() const { return before_ != nullptr && before_->is_poison; }

 private:
  std::span<const T> values_;
  const Before* before_;
  std::string name_;
  std::size_t first_;
  std::size_t row_length_ = 0;
};

template <class T>
void PrintTo(const Array<T>& array, std::ostream* os) {
  *os << array.name() << ", " << array.size() << " elements";
}

}  // namespace harness
