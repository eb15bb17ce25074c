#include "toolchain/objects/symbol_message.h"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

namespace emu::toolchain {
namespace {

bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool holds_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_in_word(text[at - 1])) && (end == text.size() || !is_in_word(text[end])))
      return true;
  }
  return false;
}

/// Where debug information says nothing, as of variables.
Place first_mention(const std::string& source, std::string_view name) {
  std::ifstream in(source, std::ios::binary);
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number)
    if (holds_word(line, name)) return {source, number};
  return {source, 1};
}

/// `source` without what is no code: comments and texts in quotes are blanks, line ends stay.
std::string code_of(const std::string& source) {
  std::ifstream in(source, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    std::size_t length = 0;
    if (rest.starts_with("//")) length = rest.find('\n');
    if (rest.starts_with("/*")) length = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    if (text[i] == '"') {
      for (length = 1; length < rest.size() && rest[length] != '"' && rest[length] != '\n';
           ++length)
        length += rest[length] == '\\' ? 1 : 0;
      ++length;
    }
    const std::size_t end = std::min(text.size(), i + std::min(length, rest.size()));
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(i),
        text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
    i = std::max(i + 1, end);
  }
  return text;
}

/// The first line of code from line `from` on with the word, one of the preprocessor's only where
/// `includes`.
unsigned line_with(const std::string& code, std::string_view word, bool includes,
                   unsigned from = 1) {
  std::istringstream lines(code);
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    const std::size_t first = line.find_first_not_of(" \t");
    const bool directive = first != line.npos && line[first] == '#';
    if (number >= from && directive == includes && holds_word(line, word)) return number;
  }
  return 0;
}

/// "std::thread::_M_start_thread(std::unique_ptr<…>)": thread, then std; without what is in
/// brackets and without names that no program writes. Of basic_ifstream<char> also ifstream.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  const auto end_word = [&] {
    if (!word.empty() && word[0] != '_') words.insert(words.begin(), word);
    if (word.starts_with("basic_")) words.insert(words.begin(), word.substr(6));
    word.clear();
  };
  for (const char c : name) {
    if (c == '(' && depth == 0) break;
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (depth == 0 && is_in_word(c)) word += c;
    if (depth == 0 && !is_in_word(c)) end_word();
  }
  end_word();
  std::erase(words, "std");
  return words;
}

/// Words that programs write where the library's own code for threads is called.
std::vector<std::string> words_for_threads(std::string_view name) {
  if (name == "syscall")
    return {"latch",           "barrier", "counting_semaphore", "binary_semaphore",
            "arrive_and_wait", "wait",    "notify_one",         "notify_all"};
  for (const std::string_view begin :
       {"std::thread", "std::__future", "std::future", "std::__once", "__once",
        "std::condition_variable", "std::mutex", "pthread_"})
    if (name.starts_with(begin))
      return {"async",         "thread",    "jthread", "promise",
              "packaged_task", "call_once", "future",  "mutex"};
  return {};
}

std::string_view stem_of(std::string_view file) {
  file.remove_prefix(file.rfind('/') == file.npos ? 0 : file.rfind('/') + 1);
  return file.substr(0, file.find('.'));
}

/// The line of `source` by which code of a header came to be compiled: one that has the name of
/// what was called, or of its class; that of the header; or what includes it. Never a line of the
/// header: the student cannot change it, and its path tells of the grader's machine.
Place use_in(const std::string& source, std::string_view name, const Place& header) {
  const std::string code = code_of(source);
  std::vector<std::string> words = words_of(name);
  const std::string stem(stem_of(header.file));
  words.push_back(stem);
  for (const std::string word : {"ifstream", "ofstream", "fstream", "filebuf"})
    if (stem.find("fstream") != stem.npos) words.push_back(word);
  for (const std::string& word : words_for_threads(name)) words.push_back(word);
  for (const bool includes : {false, true})
    for (const std::string& word : words)
      if (const unsigned line = line_with(code, word, includes)) return {source, line};
  return {source, 1};
}

/// Of what is inlined, debug information may say a line before the one that has the name of what
/// was called, or of its class.
unsigned use_at_or_after(unsigned line, const std::string& source, std::string_view name) {
  const std::string code = code_of(source);
  unsigned nearest = 0;
  std::vector<std::string> words = words_of(name);
  for (const std::string& word : words_for_threads(name)) words.push_back(word);
  for (const std::string& word : words) {
    const unsigned found = line_with(code, word, false, line);
    if (found != 0 && (nearest == 0 || found < nearest)) nearest = found;
  }
  return nearest == 0 ? line : nearest;
}

/// The source, or a file that came with it.
bool is_handed_in(const std::string& file, const std::string& source) {
  const std::string folder = source.substr(0, source.rfind('/') + 1);
  return folder.empty() ? !file.starts_with('/') : file.starts_with(folder);
}

}  // namespace

std::string readable(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

std::string symbol_message(const ObjectFile& object, const Symbol& symbol,
                           const std::string& source, const std::string& words) {
  const std::string name = readable(symbol.name);
  Place place = object.place_of(symbol, source);
  if (place.line == 0) place = first_mention(source, name.substr(0, name.find('(')));
  if (!is_handed_in(place.file, source)) place = use_in(source, name, place);
  if (place.file == source && !symbol.defined && (name.starts_with("std::") || name == "syscall"))
    place.line = use_at_or_after(place.line, source, name);
  return place.file + "(" + std::to_string(place.line) + "): error: " + name + words + "\n";
}

}  // namespace emu::toolchain
