// Texts have their length in front of them, since a literal may hold line ends.
#include "toolchain/own_tokens.h"

#include <filesystem>
#include <map>
#include <vector>

namespace emu::toolchain {

namespace {

namespace fs = std::filesystem;
using translator::TokenList;

void add(std::string& list, std::string_view kind, translator::Position at, std::string_view text) {
  list += kind;
  list += std::to_string(at.line) + ' ' + std::to_string(at.column) + ' ' +
          std::to_string(text.size()) + '\n';
  list += text;
  list += '\n';
}

/// A file has many names: x.cu, ./x.cu, /proc/self/cwd/x.cu.
bool is_same_file(const std::string& file, std::string_view source) {
  std::error_code unknown;
  return file == source || fs::equivalent(file, source, unknown);
}

/// The list that each file's tokens go to.
class Lists {
 public:
  Lists(const std::vector<std::string>& files, std::string_view source) {
    for (const std::string& file : files) {
      const bool own = is_same_file(file, source);
      of_file_.push_back(own ? &own_ : &headers_[fs::path(file).lexically_normal().string()]);
    }
  }
  std::string& of(const translator::Position& at) { return *of_file_[at.file]; }

  std::string all() const {
    std::string list = own_;
    for (const auto& [name, tokens] : headers_) {
      if (tokens.empty()) continue;
      add(list, "#", {}, kHeaderPragma + name);
      list += tokens;
    }
    return list;
  }

 private:
  std::string own_;
  std::map<std::string, std::string> headers_;
  std::vector<std::string*> of_file_;
};

}  // namespace

std::string own_tokens(std::string_view preprocessed, std::string_view source,
                       const translator::IsUserFile& is_user_file) {
  const TokenList read = translator::tokenise(preprocessed, is_user_file);
  Lists lists(read.files, source);
  auto directive = read.directives.begin();
  for (std::size_t i = 0; i < read.tokens.size(); ++i) {
    for (; directive != read.directives.end() && directive->next <= i; ++directive)
      add(lists.of(directive->at), "#", directive->at, directive->text);
    if (read.tokens[i].kind != translator::TokenKind::kEnd)
      add(lists.of(read.tokens[i].at), "", read.tokens[i].at, read.tokens[i].text);
  }
  return lists.all();
}

}  // namespace emu::toolchain
