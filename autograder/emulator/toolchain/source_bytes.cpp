// Character by character.
#include "toolchain/source_bytes.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace emu::toolchain {
namespace {

bool is_plain_byte(std::string_view rest) {
  const auto byte = static_cast<unsigned char>(rest[0]);
  if (byte == '\r') return rest.starts_with("\r\n");
  return (byte >= ' ' && byte != 0x7f) || (byte >= '\t' && byte <= '\f');
}

}  // namespace

std::optional<OddByte> first_odd_byte(std::string_view source) {
  unsigned line = 1, column = 1;
  for (std::size_t at = source.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
       at < source.size();) {
    const auto byte = static_cast<unsigned char>(source[at]);
    if (byte < 0x80) {
      if (!is_plain_byte(source.substr(at)))
        return OddByte{line, column, fmt::format("the byte 0x{:02x}", byte)};
      line += byte == '\n';
      column = byte == '\n' ? 1 : column + 1;
      ++at;
      continue;
    }
    const std::size_t length = utf8_length(source.substr(at));
    if (length == 0)
      return OddByte{line, column, fmt::format("the byte 0x{:02x}, no UTF-8", byte), false};
    if (const auto code = utf8_code(source.substr(at, length)); is_deceptive(code))
      return OddByte{line, column, fmt::format("the character U+{:04X}", code)};
    at += length;
    ++column;
  }
  return std::nullopt;
}

}  // namespace emu::toolchain
