// Compares stretch by stretch, declaration by declaration.
#include "course/given/given_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "course/given/names_taken.h"
#include "course/given/stretches.h"
#include "course/lesson/todo.h"

namespace course {

namespace {

struct Refusal {
  std::string words;
  std::size_t line = 0;
  std::size_t column = 1;
};

Refusal at(const Token& token, std::string words) {
  return {std::move(words), token.line, token.column};
}

constexpr std::string_view kOpening = "([{", kClosing = ")]}";

/// Whether text closes all that it opens, and nothing else, whoever reads it.
class Balance {
 public:
  std::optional<Refusal> refusal(const Code& code) {
    if (code.open_line > 0)
      return Refusal{"a comment or a literal begins here and has no end", code.open_line};
    for (const Token& token : code.tokens) {
      take(token);
      if (refusal_) return refusal_;
    }
    if (!open_.empty()) return at(open_.back(), no_partner(open_.back()));
    if (!conditions_.empty()) return at(conditions_.back(), "this `#if` has no `#endif` here");
    return {};
  }

 private:
  static std::string no_partner(const Token& token) {
    return fmt::format("this `{}` has no other of its kind between the markers around it",
                       token.text);
  }

  void take(const Token& token) {
    if (token.text.size() == 1) brace(token);
    if (before_.begins_directive) directive(token);
    before_ = token;
  }
  void brace(const Token& token) {
    const std::size_t closes = kClosing.find(token.text[0]);
    if (kOpening.find(token.text[0]) != kOpening.npos) open_.push_back(token);
    if (closes == kClosing.npos) return;
    if (open_.empty() || open_.back().text[0] != kOpening[closes] ||
        open_.back().of_directive != token.of_directive) {
      refusal_ = at(token, no_partner(token));
    } else {
      open_.pop_back();
    }
  }
  void directive(const Token& name) {
    if (name.text.starts_with("if")) conditions_.push_back(name);
    const bool goes_on = name.text.starts_with("el") || name.text == "endif";
    if (goes_on && conditions_.empty())
      refusal_ = at(name, fmt::format("this `#{}` has no `#if` here", name.text));
    if (name.text == "endif" && !conditions_.empty()) conditions_.pop_back();
  }

  std::vector<Token> open_, conditions_;
  Token before_;
  std::optional<Refusal> refusal_;
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Directives that are a student's own business outside of regions.
bool may_be_added(const Item& item) {
  if (!item.front().begins_directive) return item.back().text == "}" || item.back().text == ";";
  if (item.size() < 2) return true;
  const std::string& name = item[1].text;
  if (name == "pragma") return item.size() == 3 && item[2].text == "once";
  return is_one_of(name, {"include", "define", "undef", "if", "ifdef", "ifndef", "else", "elif",
                          "endif", "error", "warning"});
}

/// How many conditions a directive opens: 1, 0, or -1 where it ends one.
int opened_by(const Item& item) {
  if (!item.front().begins_directive || item.size() < 2) return 0;
  if (item[1].text == "endif") return -1;
  return item[1].text.starts_with("if") ? 1 : 0;
}

struct Compared {
  std::size_t changed_line = 0;
  std::vector<Token> added;
};

/// The course's declarations must all be there, in their order, and the ones at the ends at the
/// ends: those may be parts of a function around a region.
Compared compared(const std::vector<Item>& given, const std::vector<Item>& own,
                  const Stretch& where, bool begins_inside, bool ends_inside) {
  Compared result;
  const auto line_of = [&](std::size_t i) {
    return i < own.size()
               ? own[i].front().line
               : where.line + static_cast<std::size_t>(std::ranges::count(where.text, '\n'));
  };
  const bool same_begin =
      own.empty() == given.empty() && (own.empty() || own.front() == given.front());
  if (begins_inside && !same_begin) return {line_of(0), {}};
  std::size_t next = 0, odd = 0;
  int conditions = 0;  // a student's own, which could switch off what is given
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (next < given.size() && own[i] == given[next] && conditions == 0) {
      ++next;
      odd = 0;
    } else if (may_be_added(own[i])) {
      conditions += opened_by(own[i]);
      result.added.insert(result.added.end(), own[i].begin(), own[i].end());
      if (odd == 0) odd = line_of(i);
    } else {
      return {line_of(i), {}};
    }
  }
  const bool same_end = own.empty() == given.empty() && (own.empty() || own.back() == given.back());
  if (next == given.size() && (!ends_inside || same_end)) return result;
  return {odd == 0 ? line_of(own.size()) : odd, {}};
}

class Comparison {
 public:
  Comparison(const std::string& skeleton, const std::string& headers, const std::string& exercise)
      : given_(stretches_of(skeleton)), own_(stretches_of(exercise)), names_(given_, headers) {
    result_.text = exercise;
  }

  InGivenCode result() {
    if (!has_all_markers()) return result_;
    std::string text;
    for (std::size_t i = 0; i < own_.all.size(); ++i) {
      if (i > 0) text += own_.markers[i - 1] + "\n";
      text += i % 2 == 0 ? stretch(i) : region(i);
      if (!result_.refusal.empty()) return result_;
    }
    if (result_.changed_line > 0) result_.text = text;
    return result_;
  }

 private:
  void refuse(const Refusal& refusal) {
    result_.refusal = refusal.words;
    result_.line = refusal.line;
    result_.column = refusal.column;
  }

  bool has_all_markers() {
    const auto trimmed = [](const std::string& marker) {
      return region_begun_by(marker) + " " + region_ended_by(marker);
    };
    for (std::size_t i = 0; i < std::max(given_.markers.size(), own_.markers.size()); ++i) {
      const bool missing = i >= own_.markers.size();
      if (i < given_.markers.size() && !missing &&
          trimmed(given_.markers[i]) == trimmed(own_.markers[i]))
        continue;
      result_.lacks_markers = true;
      const bool extra = i >= given_.markers.size();
      const std::string expected = extra ? "no such line" : words_of(given_.markers[i]);
      const std::size_t line = missing ? 0 : own_.all[i + 1].line - 1;
      refuse(
          {fmt::format(
               "{} is expected {}: what is judged stands between the lines that begin "
               "and end each region in skeleton.cu, which must all be there, once, in their order",
               extra ? expected : "`" + expected + "`", missing ? "before the file ends" : "here"),
           line});
      return false;
    }
    return true;
  }
  static std::string words_of(const std::string& marker) {
    return marker.substr(marker.find_first_not_of(" \t"));
  }

  std::string region(std::size_t i) {
    const Stretch& own = own_.all[i];
    const Code code = code_of(own.text, own.line);
    check(code);
    if (const auto taken = names_.taken_in_region(i, code.tokens, depth_))
      refuse(at(*taken->token, taken->words));
    return own.text;
  }
  void check(const Code& code) {
    if (const auto refusal = Balance().refusal(code)) refuse(*refusal);
    if (const auto odd = odd_directive(code.tokens)) refuse(at(*odd->token, odd->words));
  }

  std::string stretch(std::size_t i) {
    const Stretch& given = given_.all[i];
    const Stretch& own = own_.all[i];
    const Code given_code = code_of(given.text, given.line);
    const Code own_code = code_of(own.text, own.line);
    const bool begins_inside = depth_ > 0;
    int own_depth = depth_;
    const std::vector<Item> given_items = items_of(given_code.tokens, depth_);
    const std::vector<Item> own_items = items_of(own_code.tokens, own_depth);
    Compared difference = compared(given_items, own_items, own, begins_inside, depth_ > 0);
    if (own_code.open_line > 0) difference = {own_code.open_line, {}};
    if (difference.changed_line == 0) {
      added(difference.added);
      return own.text;
    }
    if (result_.changed_line == 0) result_.changed_line = difference.changed_line;
    return fitted(given.text, static_cast<std::size_t>(std::ranges::count(own.text, '\n')));
  }
  void added(const std::vector<Token>& tokens) {
    check({tokens, 0});
    if (const auto taken = names_.taken_at_file_scope(tokens))
      refuse(at(*taken->token, taken->words));
  }

  Stretches given_, own_;
  GivenNames names_;
  InGivenCode result_;
  int depth_ = 0;
};

}  // namespace

InGivenCode in_given_code(const std::string& skeleton, const std::string& headers,
                          const std::string& exercise) {
  return Comparison(skeleton, headers, exercise).result();
}

}  // namespace course
