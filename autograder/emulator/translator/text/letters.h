// Letters of names beyond ASCII: as they are in the source, or by number, as g++ writes them when
// it preprocesses: `f\U000000fclle`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace emu::translator {

/// What `text` begins with, if it is a character beyond ASCII or one by its number.
struct Letter {
  std::size_t length = 0;  ///< in the text; 0: it begins with something else
  std::uint32_t code = 0;  ///< 0 for a byte that is no UTF-8
};
Letter letter_beyond_ascii(std::string_view text);

/// All compilers that we know take it for a letter, at the beginning of a name, too.
bool is_letter_everywhere(std::uint32_t code);

}  // namespace emu::translator
