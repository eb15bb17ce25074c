// For the tests of this folder: translated text in a form that compares well.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "translator/translate.h"

namespace emu::translator {

/// Takes every file for one of the user's.
inline bool everything(std::string_view) { return true; }

/// The tokens of a text, one blank between two, without line markers.
inline std::string tokens_of(std::string_view text) {
  std::string joined;
  for (const Token& token : tokenise(text, everything).tokens) {
    if (token.kind == TokenKind::kEnd) continue;
    if (!joined.empty()) joined += ' ';
    joined += token.text;
  }
  return joined;
}

inline Translation translate_user_text(const std::string& text, TranslateOptions options = {}) {
  options.is_user_file = everything;
  return translate("# 1 \"exercise.cu\"\n" + text, options);
}

/// The tokens that `text` translates to; a refusal fails the test.
inline std::string translated(const std::string& text, TranslateOptions options = {}) {
  const Translation translation = translate_user_text(text, std::move(options));
  for (const Refusal& refusal : translation.refusals) ADD_FAILURE() << refusal.message();
  return tokens_of(translation.text);
}

/// The messages of all refusals.
inline std::vector<std::string> refusals(const std::string& text, TranslateOptions options = {}) {
  std::vector<std::string> messages;
  for (const Refusal& refusal : translate_user_text(text, std::move(options)).refusals) {
    messages.push_back(refusal.message());
  }
  return messages;
}

}  // namespace emu::translator
