// Line markers, which tie preprocessed text to the files it came from: `# 12 "exercise.cu" 2`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emu::translator {

struct LineMarker {
  std::uint32_t line = 0;  ///< number of the line that follows
  std::string file;
  bool enters = false;  ///< flag 1: the text before it includes this file
  bool system = false;  ///< flag 3
};

/// Reads one directive line without its line end; nothing when it is another directive.
std::optional<LineMarker> parse_line_marker(std::string_view directive);

/// The marker, on a line of its own, without flags.
std::string line_marker(std::uint32_t line, std::string_view file);

}  // namespace emu::translator
