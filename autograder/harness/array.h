// An array of the exercise after the run: a view that also knows its name, for messages, and what
// it held before the call.
//
//     const Array<int> image = run.result<int>(0).in_rows_of(width);
//     EXPECT_THAT(image.slice(width, 2 * width), Elements([](int) { return 1; }));
//
// The Outcome that it came from must exist as long as the view.
#pragma once

#include <cstddef>
#include <cstring>
#include <ostream>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace harness {

/// @cond

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

/// @endcond

/// A view of an array of the exercise, and what it held before. Take it from Outcome::result().
///
/// It is a range, so the algorithms of the standard library and GoogleMock's matchers work on it.
template <class T>
class Array {
 public:
  using value_type = T;             ///< type of the elements
  using const_iterator = const T*;  ///< for the standard library

  /// @cond
  Array(std::span<const T> values, const Before* before, std::string name, std::size_t first = 0)
      : values_(values), before_(before), name_(std::move(name)), first_(first) {}
  /// @endcond

  /// Points to the first element.
  /// @return the begin of the view
  const T* begin() const { return values_.data(); }
  /// Points after the last element.
  /// @return the end of the view
  const T* end() const { return values_.data() + values_.size(); }
  /// Counts the elements.
  /// @return the number of elements in this view
  std::size_t size() const { return values_.size(); }
  /// Reads one element.
  /// @param i  its index in this view, less than size(); not tested
  /// @return the element
  const T& operator[](std::size_t i) const { return values_[i]; }
  /// Copies the elements.
  /// @return a vector that does not depend on the Outcome
  std::vector<T> to_vector() const { return {begin(), end()}; }

  /// Selects the elements from `begin` to before `end`.
  ///
  /// Messages still use the indices of the whole array.
  /// @param begin  first index of the part
  /// @param end  index after its last; what is beyond the array is ignored
  /// @return a view of the part
  Array slice(std::size_t begin, std::size_t end) const {
    end = std::min(end, size());
    begin = std::min(begin, end);
    Array part(values_.subspan(begin, end - begin), before_, name_, first_ + begin);
    part.row_length_ = row_length_;
    return part;
  }
  /// Selects the first elements.
  /// @param count  how many; at most size() are selected
  /// @return a view of the part
  Array first(std::size_t count) const { return slice(0, count); }

  /// Makes messages say `result[row][column]`, for an image or matrix.
  /// @param length  elements per row
  /// @return a view of the same elements
  Array in_rows_of(std::size_t length) const {
    Array rows = *this;
    rows.row_length_ = length;
    return rows;
  }

  /// Names the array in messages.
  /// @return the name of the parameter in exercise.h
  const std::string& name() const { return name_; }
  /// Names an element in messages.
  /// @param i  its index in this view
  /// @return "result[7]", or "result[2][3]" after in_rows_of()
  std::string element_name(std::size_t i) const {
    i += first_;
    if (row_length_ == 0) return name_ + "[" + std::to_string(i) + "]";
    return name_ + "[" + std::to_string(i / row_length_) + "][" + std::to_string(i % row_length_) +
           "]";
  }
  /// Tests whether an element has the same bytes as before the call.
  /// @param i  its index in this view
  /// @return true if it has; for an output() then no thread wrote it
  bool is_untouched(std::size_t i) const {
    return before_ != nullptr && before_->equals((first_ + i) * sizeof(T), &values_[i], sizeof(T));
  }
  /// Tests whether an integer is what it was before the call, with `amount` added.
  /// @param i  its index in this view
  /// @param amount  what may have been added
  /// @return true if it is
  bool has_grown_by(std::size_t i, T amount) const {
    using Bits = std::make_unsigned_t<T>;
    const T rest = static_cast<T>(static_cast<Bits>(values_[i]) - static_cast<Bits>(amount));
    return before_ != nullptr && before_->equals((first_ + i) * sizeof(T), &rest, sizeof(T));
  }
  /// Tests whether the array was an output() argument, which holds poison before the call.
  /// @return true if it was; is_untouched() then means that the element was never written
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
