// Pairs the braces of each region.
#include "course/given/braces.h"

#include <vector>

#include "course/given/stretches.h"

namespace course {

namespace {

char closing(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

}  // namespace

const Token* loose_token(Tokens tokens) {
  std::vector<const Token*> open;
  for (const Token& token : tokens) {
    if (opens(token.text)) open.push_back(&token);
    if (!closes(token.text)) continue;
    if (open.empty()) return &token;
    if (closing(open.back()->text[0]) != token.text[0]) return open.back();
    open.pop_back();
  }
  return open.empty() ? nullptr : open.back();
}

std::optional<LooseBrace> loose_brace(const std::string& exercise) {
  for (const Stretch& stretch : stretches_of(exercise).all) {
    if (stretch.region.empty()) continue;
    const Code code = code_of(stretch.text, stretch.line);
    const Token* const loose = loose_token(code.tokens);
    if (loose == nullptr) continue;
    return LooseBrace{stretch.region, static_cast<int>(loose->line),
                      static_cast<int>(loose->column), loose->text[0]};
  }
  return {};
}

}  // namespace course
