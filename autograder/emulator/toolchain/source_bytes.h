// What a source is made of: lines of UTF-8. Compilers read other bytes each in their own way, as a
// blank, as the end of a line, as nothing, so that one could see a directive where another, or
// `source_directives`, sees none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace emu::toolchain {

/// UTF-8's mark at the beginning of a file, which compilers skip.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// A byte or character that no source needs.
struct OddByte {
  unsigned line;     ///< from 1
  unsigned column;   ///< from 1, in characters
  std::string what;  ///< "the byte 0x00"
  bool is_utf8 = true;
};

/// The first in a source as it was written: a control character other than tabs, form feeds and
/// ends of lines (a carriage return only before a line feed); what is not UTF-8; a character that
/// changes the direction of writing; a byte order mark but at the very beginning.
std::optional<OddByte> first_odd_byte(std::string_view source);

}  // namespace emu::toolchain
