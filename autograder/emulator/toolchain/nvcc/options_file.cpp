#include "toolchain/nvcc/options_file.h"

#include <fstream>
#include <sstream>

#include "base/text.h"

namespace emu::toolchain {
namespace {

constexpr int kDeepest = 10;

/// Takes one word off the front of `text`, which begins with it.
std::string take_word(std::string_view& text) {
  std::string word;
  char quote = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && (base::is_blank(c) || c == '\n')) break;
    if (c == '\\' && quote != '\'' && at + 1 < text.size()) {
      word += text[++at];
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      word += c;
    }
  }
  text.remove_prefix(at);
  return word;
}

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("the file of options " + file + " cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void append_expanded(std::vector<std::string>& expanded, const std::vector<std::string>& arguments,
                     int depth) {
  if (depth > kDeepest)
    throw std::runtime_error("files of options name each other more than 10 deep");
  const auto include = [&](const std::string& file) {
    append_expanded(expanded, words_of(text_of(file)), depth + 1);
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const std::string name = word.substr(0, word.find('='));
    if (name == "--options-file" || name == "-optf") {
      if (name != word) {
        include(word.substr(name.size() + 1));
      } else if (i + 1 < arguments.size()) {
        include(arguments[++i]);
      } else {
        throw std::runtime_error("option " + word + " needs a value");
      }
    } else if (word.size() > 1 && word[0] == '@') {
      include(word.substr(1));
    } else {
      expanded.push_back(word);
    }
  }
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    while (!text.empty() && (base::is_blank(text[0]) || text[0] == '\n')) text.remove_prefix(1);
    if (text.empty()) return words;
    words.push_back(take_word(text));
  }
}

std::vector<std::string> with_options_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> expanded;
  append_expanded(expanded, arguments, 0);
  return expanded;
}

}  // namespace emu::toolchain
