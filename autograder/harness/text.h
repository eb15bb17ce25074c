// Putting values and untrusted text into messages.
#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

namespace harness {

/// With as many digits as are needed to tell it from its neighbors.
std::string show_number(double value);
std::string show_number(float value);

/// A value as a message shows it. A struct of ints that does not print itself is "{1, 2}".
template <class T>
std::string show(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::floating_point<T>) {
    return show_number(value);
  } else if constexpr (std::is_same_v<T, char> || sizeof(T) == 1) {
    return std::to_string(static_cast<int>(value));
  } else if constexpr (std::integral<T>) {
    return std::to_string(value);
  } else if constexpr (
      requires(std::ostream & os) { os << value; } ||
      requires(std::ostream * os) { PrintTo(value, os); }) {
    return testing::PrintToString(value);
  } else if constexpr (std::is_aggregate_v<T> && alignof(T) == alignof(int)) {
    int fields[sizeof(T) / sizeof(int)];
    std::memcpy(fields, &value, sizeof fields);
    std::string text;
    for (const int field : fields) text += (text.empty() ? "{" : ", ") + std::to_string(field);
    return text + "}";
  } else {
    return testing::PrintToString(value);
  }
}

/// Without control characters (line ends stay) and without bytes that are not UTF-8.
std::string clean(std::string_view text);
/// The last line that is not empty, clean, and no longer than a line of a message.
std::string last_line(std::string_view text);
/// "1 launch", "3 launches".
std::string counted(std::size_t n, std::string_view one, std::string_view many);

}  // namespace harness
