// An error in the user's program, as a compiler would print it.
#pragma once

#include <cstdint>
#include <string>

namespace emu::translator {

struct Refusal {
  std::string file;
  std::uint32_t line = 0;
  std::string words;

  /// `exercise.cu(12): error: …`, nvcc's form.
  std::string message() const { return file + "(" + std::to_string(line) + "): error: " + words; }
};

}  // namespace emu::translator
