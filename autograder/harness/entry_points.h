// What the parameters of an entry point are called in exercise.h, so that messages can say
// "result[7]" instead of "the second array".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace harness {

/// The text of one lesson's exercise.h.
struct ExerciseHeader {
  const char* lesson;  ///< "03-memory-visibility"
  const char* text;
};

/// To be called once, before the first run; keeps the span.
void know_headers(std::span<const ExerciseHeader> headers);
/// From the header of the lesson whose check file is running, if that is known, else of any.
/// "argument 2" (counted from 1) when no header tells.
std::string argument_name(const std::string& entry_point, std::size_t index);
/// The name of parameter `index` of `entry_point` in `header`; empty when it is not declared there.
std::string parameter_name(std::string_view header, std::string_view entry_point,
                           std::size_t index);

}  // namespace harness
