// Two lists of declarations, laid beside each other where they are the same.
#include "course/given/additions.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace course {

namespace {

/// The lines of each item, with the comments and blank lines in front of it.
std::optional<std::vector<std::string>> texts_of(const ItemsOfStretch& of) {
  std::istringstream lines(of.stretch.text);
  std::vector<std::string> texts;
  std::size_t number = of.stretch.line;
  for (const Item& item : of.items) {
    if (item.front().line < number) return std::nullopt;  // on a line of the item before
    std::string text;
    for (std::string line; number <= item.back().line && std::getline(lines, line); ++number)
      text += line + "\n";
    texts.push_back(text);
  }
  return texts;
}

/// What an item declares: the last name in front of its parameters, value or body.
std::string name_of(const Item& item) {
  std::string name;
  for (const Token& token : item) {
    if (!name.empty() && is_one_of(token.text, {"(", "=", "{", ";", "["})) break;
    if (is_name(token)) name = token.text;
  }
  return name;
}

/// It could switch off what is put behind it.
bool is_condition(const Item& item) {
  return item.front().begins_directive && item.size() > 1 &&
         (item[1].text.starts_with("if") || item[1].text.starts_with("el") ||
          item[1].text == "endif");
}

/// How many items behind i and j can be laid beside each other.
std::vector<std::vector<std::size_t>> lengths_of_same(const std::vector<Item>& given,
                                                      const std::vector<Item>& own) {
  std::vector<std::vector<std::size_t>> length(given.size() + 1,
                                               std::vector<std::size_t>(own.size() + 1));
  for (std::size_t i = given.size(); i-- > 0;) {
    for (std::size_t j = own.size(); j-- > 0;)
      length[i][j] = given[i] == own[j] ? length[i + 1][j + 1] + 1
                                        : std::max(length[i + 1][j], length[i][j + 1]);
  }
  return length;
}

class Additions {
 public:
  Additions(const ItemsOfStretch& given, const ItemsOfStretch& own,
            std::vector<std::string> given_texts, std::vector<std::string> own_texts)
      : given_(given.items),
        own_(own.items),
        given_texts_(std::move(given_texts)),
        own_texts_(std::move(own_texts)) {}

  WithAdditions merge() {
    const auto length = lengths_of_same(given_, own_);
    std::size_t i = 0, j = 0;
    while (i < given_.size() || j < own_.size()) {
      if (i < given_.size() && j < own_.size() && given_[i] == own_[j]) {
        put_changed(own_[j].front().line);
        text_ += own_texts_[j];
        ++i, ++j;
      } else if (j < own_.size() && (i == given_.size() || length[i][j + 1] >= length[i + 1][j])) {
        extra_.push_back(j++);
      } else {
        missing_.push_back(i++);
      }
    }
    put_changed(own_.empty() ? 1 : own_.back().back().line);
    return {text_, line_};
  }

 private:
  /// Another body for what is given anyway is none.
  bool is_added(const Item& item) const {
    const bool given_again =
        item.back().text == "}" && std::ranges::any_of(given_, [&](const Item& given) {
          return name_of(given) == name_of(item);
        });
    return may_be_added(item) && !is_condition(item) && !given_again;
  }

  /// Of a place where both differ: what is added there, then what is given.
  void put_changed(std::size_t next_line) {
    std::set<std::string> names;
    std::string given, dropped;
    for (const std::size_t i : missing_) {
      names.insert(name_of(given_[i]));
      given += given_texts_[i];
    }
    for (const std::size_t j : extra_) {
      const bool added = is_added(own_[j]) && !names.contains(name_of(own_[j]));
      (added ? text_ : dropped) += own_texts_[j];
      if (!added && line_ == 0) line_ = own_[j].front().line;
    }
    if (!missing_.empty()) {
      if (line_ == 0) line_ = next_line;
      const auto lines = static_cast<std::size_t>(std::ranges::count(dropped, '\n'));
      text_ += fitted(given, lines);
    }
    missing_.clear();
    extra_.clear();
  }

  const std::vector<Item>&given_, &own_;
  std::vector<std::string> given_texts_, own_texts_;
  std::vector<std::size_t> missing_, extra_;
  std::string text_;
  std::size_t line_ = 0;
};

}  // namespace

std::optional<WithAdditions> with_additions(const ItemsOfStretch& given,
                                            const ItemsOfStretch& own) {
  constexpr std::size_t kMost = 2000;  // items
  if (given.items.size() > kMost || own.items.size() > kMost) return std::nullopt;
  const auto given_texts = texts_of(given), own_texts = texts_of(own);
  if (!given_texts || !own_texts) return std::nullopt;
  return Additions(given, own, *given_texts, *own_texts).merge();
}

}  // namespace course
