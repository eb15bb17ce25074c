// What a source tells the preprocessor, read as it was written. Two questions are answered: which
// lines could pass for another file's, and which headers and macros the source names.
//
// Compilers and this reader could disagree on where a literal or a comment ends. Where the language
// leaves room for that, the line is doubtful, whoever would be right.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emu::toolchain {

/// A line, from 1, that an exercise must not have, and why.
struct Doubt {
  unsigned line;
  std::string words;
};

struct Macro {
  std::string name;
  unsigned line;
  /// Nothing or a number, which can only choose among what a header has; no value when it is more.
  std::optional<std::string> plain_body;
};

struct SourceDirectives {
  std::vector<Doubt> doubts;
  std::vector<std::string> headers;  ///< as written: `<vector>`, `"own.h"`
  std::vector<Macro> macros;
};

/// Those of skipped `#if` groups count too. The source holds no odd byte (`first_odd_byte`).
SourceDirectives source_directives(std::string_view source);

}  // namespace emu::toolchain
