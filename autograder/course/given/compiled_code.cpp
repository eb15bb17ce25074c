// Takes both texts apart at the pragmas.
#include "course/given/compiled_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>

#include "course/given/braces.h"
#include "course/given/given_code.h"
#include "course/given/items.h"
#include "course/given/names_taken.h"
#include "course/given/own_namespaces.h"

namespace course {

namespace {

constexpr std::string_view kHeaderPragma = "#pragma course_header ";  // of own_tokens()

/// Where the tokens of headers begin.
std::vector<Token>::const_iterator headers_of(const std::vector<Token>& tokens) {
  return std::ranges::find_if(tokens, [](const Token& token) {
    return token.begins_directive && token.text.starts_with(kHeaderPragma);
  });
}

/// A macro in front of an include, or a condition around it, changes what a header of the course
/// says; and no region shows what stands there.
std::optional<Refusal> changed_header(const std::vector<Token>& skeleton,
                                      const std::vector<Token>& exercise) {
  const bool same =
      std::ranges::equal(headers_of(skeleton), skeleton.end(), headers_of(exercise), exercise.end(),
                         std::equal_to<>(), &Token::text, &Token::text);
  if (same) return {};
  return Refusal{
      "the headers of the course are not read as they stand: include them as skeleton.cu does, "
      "before all macros, and no others",
      1, 1};
}

struct Part {
  std::string marker;  // the pragma in front of it; empty for the first
  std::vector<Token> tokens;
};

std::vector<Part> parts_of(const std::vector<Token>& tokens) {
  std::vector<Part> parts(1);
  for (const Token& token : tokens) {
    if (token.begins_directive && token.text.starts_with(kRegionPragma)) {
      parts.push_back({token.text, {}});
    } else {
      parts.back().tokens.push_back(token);
    }
  }
  return parts;
}

std::optional<Refusal> why_not_balanced(const std::vector<Token>& tokens) {
  const Token* const loose = loose_token(tokens);
  if (loose == nullptr) return {};
  return refusal_at(*loose, fmt::format("this `{}` has no other of its kind between the markers "
                                        "around it",
                                        loose->text));
}

/// Where the statement begins that ends with this brace: behind the one before it.
std::size_t statement_of(Tokens tokens, std::size_t brace) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < brace;) {
    if (tokens[i].begins_directive || is_one_of(tokens[i].text, {";", "}"})) begin = i + 1;
    const std::size_t end = opens(tokens[i].text) ? after_group(tokens, i) : i + 1;
    if (tokens[i].text == "{" && end <= brace) begin = end;
    i = end;
  }
  return begin;
}

/// Whether the braces that end here are those of a statement: not a value's, a lambda's, a class's
/// without a semicolon, or a `do` that waits for its `while`.
bool ends_statement(Tokens tokens, std::size_t brace, bool in_function) {
  std::size_t open = 0;
  for (std::size_t i = 0; i < brace;) {
    open = i;
    i = opens(tokens[i].text) ? after_group(tokens, i) : i + 1;
  }
  const Tokens head = tokens.subspan(0, open);
  const std::size_t begin = statement_of(tokens, open);
  if (!in_function) {
    const auto goes_on = [](const Token& t) { return is_one_of(t.text, {"requires", "="}); };
    return std::ranges::none_of(head.subspan(begin), goes_on);
  }
  if (begin == open) return true;
  return is_one_of(head.back().text, {")", "else", "try"}) &&
         is_one_of(head[begin].text, {"if", "for", "while", "switch", "else", "try", "catch"});
}

/// A region that ends in `if (…)` or in half a declaration would take the statement behind it.
std::optional<Refusal> half_statement(const std::vector<Token>& region, bool in_function) {
  std::vector<Token> tokens;
  for (const Token& token : region)
    if (!token.begins_directive) tokens.push_back(token);
  if (tokens.empty() || tokens.back().text == ";") return {};
  const std::size_t last = tokens.size() - 1;
  if (tokens[last].text == "}" && ends_statement(tokens, last, in_function)) return {};
  return refusal_at(tokens[last],
                    "the region ends in the middle of a statement, which would go on "
                    "with the course's code");
}

/// Pragmas that change how code is compiled, not what a name is.
std::optional<Refusal> odd_pragma(const std::vector<Token>& tokens) {
  for (const Token& token : tokens) {
    if (!token.begins_directive) continue;
    for (const char* word : {"push_macro", "pop_macro", "redefine_extname", "weak", "poison",
                             "pack", "scalar_storage_order", "visibility", "alias"}) {
      if (token.text.find(word) != std::string::npos)
        return refusal_at(
            token, fmt::format("`#pragma {}` can change what the course's code means", word));
    }
  }
  return {};
}

class CodeComparison {
 public:
  CodeComparison(const std::vector<Token>& skeleton, const std::vector<Token>& exercise,
                 const std::vector<Token>& headers)
      : given_(parts_of(skeleton)), own_(parts_of(exercise)) {
    add_needed(needed_, headers, 0);
    int depth = 0;
    std::vector<std::size_t> regions_at_file_scope;
    for (std::size_t i = 0; i < given_.size(); i += 2) {
      add_needed(needed_, given_[i].tokens, depth);
      items_of(given_[i].tokens, depth);
      if (depth == 0 && i + 1 < given_.size()) regions_at_file_scope.push_back(i + 1);
    }
    for (const std::size_t i : regions_at_file_scope) {
      for (const std::string& own : declared_at_file_scope(given_[i].tokens)) {
        needed_.used.erase(own);
        needed_.declared.erase(own);
      }
    }
    names_.classes = own_classes(exercise);
    for (const std::string& given : own_classes(skeleton)) names_.classes.erase(given);
    names_.closed_namespaces = closed_namespaces(exercise, skeleton);
  }

  std::optional<Refusal> refusal() {
    if (!has_same_markers()) return refusal_;
    for (std::size_t i = 0; i < own_.size() && !refusal_; ++i) {
      if (i % 2 == 0) stretch(i);
      if (i % 2 == 1) region(i);
    }
    return refusal_;
  }

 private:
  bool has_same_markers() {
    bool same = given_.size() == own_.size();
    for (std::size_t i = 0; same && i < own_.size(); ++i) same = given_[i].marker == own_[i].marker;
    if (!same)
      refusal_ = Refusal{
          "something of a region goes beyond its markers: a comment, a literal, a "
          "condition of the preprocessor",
          1, 1};
    return same;
  }

  void check(const std::vector<Token>& own) {
    if (!refusal_) refusal_ = why_not_balanced(own);
    if (!refusal_) refusal_ = odd_pragma(own);
  }

  void region(std::size_t i) {
    const std::vector<Token>& own = own_[i].tokens;
    check(own);
    if (!refusal_) refusal_ = half_statement(own, depth_ > 0);
    if (!refusal_)
      refusal_ = depth_ == 0 ? taken_at_file_scope(own, needed_, names_)
                             : taken_in_function(own, behind(i));
  }

  /// What the function that the region stands in uses behind it.
  Names behind(std::size_t i) const {
    NeededNames needed;
    int depth = depth_;
    for (std::size_t next = i + 1; next < given_.size() && depth > 0; next += 2) {
      std::vector<Token> rest;
      for (const Token& token : given_[next].tokens) {
        if (token.text == "{") ++depth;
        if (token.text == "}" && --depth == 0) break;
        rest.push_back(token);
      }
      add_needed(needed, rest, 1);
    }
    return needed.used;
  }

  void stretch(std::size_t i) {
    const bool begins_inside = depth_ > 0;
    int own_depth = depth_;
    const std::vector<Item> given = items_of(given_[i].tokens, depth_);
    const std::vector<Item> own = items_of(own_[i].tokens, own_depth);
    const std::size_t last = own_[i].tokens.empty() ? 1 : own_[i].tokens.back().line;
    const Compared difference = compared(given, own, begins_inside, depth_ > 0, last);
    if (!difference.same) {
      refusal_ = Refusal{"what a compiler reads here is not the course's code", difference.line, 1};
      return;
    }
    check(difference.added);
    if (!refusal_) refusal_ = taken_at_file_scope(difference.added, needed_, names_);
  }

  std::vector<Part> given_, own_;
  NeededNames needed_;
  OwnNames names_;
  std::optional<Refusal> refusal_;
  int depth_ = 0;
};

}  // namespace

std::vector<Token> read_tokens(const std::string& list) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (at < list.size()) {
    Token token;
    token.begins_directive = token.of_directive = list[at] == '#';
    std::size_t length = 0;
    int header = 0;
    const char* const begin = list.c_str() + at + (token.begins_directive ? 1 : 0);
    if (std::sscanf(begin, "%zu %zu %zu\n%n", &token.line, &token.column, &length, &header) != 3 ||
        header == 0)
      throw std::runtime_error("this is no list of tokens");
    // The line end that sscanf passes over may be followed by blanks of the text.
    at = list.find('\n', at) + 1;
    if (length > list.size() - at) throw std::runtime_error("the list of tokens is cut off");
    token.text = list.substr(at, length);
    at += length + 1;
    token.is_line = token.text == std::to_string(token.line);
    tokens.push_back(std::move(token));
  }
  return tokens;
}

std::optional<Refusal> why_not_given(const std::vector<Token>& skeleton,
                                     const std::vector<Token>& exercise,
                                     const std::vector<Token>& headers) {
  if (auto changed = changed_header(skeleton, exercise)) return changed;
  return CodeComparison({skeleton.begin(), headers_of(skeleton)},
                        {exercise.begin(), headers_of(exercise)}, headers)
      .refusal();
}

}  // namespace course
