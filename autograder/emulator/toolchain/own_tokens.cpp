// Texts have their length in front of them, since a literal may hold line ends.
#include "toolchain/own_tokens.h"

#include "translator/text/tokens.h"

namespace emu::toolchain {

namespace {

void add(std::string& list, std::string_view kind, translator::Position at, std::string_view text) {
  list += kind;
  list += std::to_string(at.line) + ' ' + std::to_string(at.column) + ' ' +
          std::to_string(text.size()) + '\n';
  list += text;
  list += '\n';
}

}  // namespace

std::string own_tokens(std::string_view preprocessed, std::string_view source) {
  const translator::TokenList read = translator::tokenise(
      preprocessed, [source](std::string_view file) { return file == source; });
  std::string list;
  auto directive = read.directives.begin();
  for (std::size_t i = 0; i < read.tokens.size(); ++i) {
    for (; directive != read.directives.end() && directive->next <= i; ++directive)
      add(list, "#", directive->at, directive->text);
    if (read.tokens[i].kind != translator::TokenKind::kEnd)
      add(list, "", read.tokens[i].at, read.tokens[i].text);
  }
  return list;
}

}  // namespace emu::toolchain
