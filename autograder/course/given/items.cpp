// Declarations are told apart by their braces and semicolons.
#include "course/given/items.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace course {

namespace {

class ItemReader {
 public:
  explicit ItemReader(int depth) : depth_(depth) {}

  std::vector<Item> read(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) take(token);
    close();
    return std::move(items_);
  }
  int depth() const { return depth_; }

 private:
  void take(const Token& token) {
    const bool was_directive = !item_.empty() && item_.front().begins_directive;
    const bool at_file_scope = depth_ == 0 && parentheses_ == 0;  // others are of a function
    if ((token.begins_directive && at_file_scope) || (was_directive && !token.of_directive))
      close();
    const bool ends_class =
        token.text == ";" && item_.empty() && !items_.empty() && items_.back().back().text == "}";
    if (ends_class) return items_.back().push_back(token);
    item_.push_back(token);
    if (token.of_directive) return;
    if (token.text == "{") ++depth_;
    if (token.text == "}") --depth_;
    if (token.text == "(") ++parentheses_;
    if (token.text == ")") --parentheses_;
    const bool ends = token.text == "}" || token.text == ";";
    if (ends && depth_ == 0 && parentheses_ == 0) close();
  }
  void close() {
    if (!item_.empty()) items_.push_back(std::move(item_));
    item_ = {};
  }

  int depth_;
  int parentheses_ = 0;
  Item item_;
  std::vector<Item> items_;
};

/// How many conditions a directive opens: 1, 0, or -1 where it ends one.
int opened_by(const Item& item) {
  if (!item.front().begins_directive || item.size() < 2) return 0;
  if (item[1].text == "endif") return -1;
  return item[1].text.starts_with("if") ? 1 : 0;
}

bool is_include(const Item& item) {
  return item.front().begins_directive && item.size() > 1 && item[1].text == "include";
}

/// Without the includes of `given` that `own` has too, whatever their order.
void forget_same_includes(std::vector<Item>& given, std::vector<Item>& own) {
  for (std::size_t i = given.size(); i-- > 0;) {
    if (!is_include(given[i])) continue;
    const auto same = std::ranges::find(own, given[i]);
    if (same == own.end()) continue;
    own.erase(same);
    given.erase(given.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

bool same_at(bool counts, const std::vector<Item>& given, const std::vector<Item>& own,
             const Item* of_given, const Item* of_own) {
  if (!counts || (given.empty() && own.empty())) return true;
  return !given.empty() && !own.empty() && *of_given == *of_own;
}

}  // namespace

std::vector<Item> items_of(const std::vector<Token>& tokens, int& depth) {
  ItemReader reader(depth);
  std::vector<Item> items = reader.read(tokens);
  depth = reader.depth();
  return items;
}

bool may_be_added(const Item& item) {
  if (item.front().begins_directive) {
    const bool is_read = item.size() == 1;  // by a preprocessor, which leaves pragmas
    return is_read ||
           is_one_of(item[1].text, {"include", "define", "undef", "if", "ifdef", "ifndef", "else",
                                    "elif", "endif", "error", "warning", "pragma"});
  }
  // template <…> requires requires { … } goes on with the declaration behind it.
  const bool may_go_on =
      std::ranges::any_of(item, [](const Token& token) { return token.text == "requires"; });
  return item.back().text == ";" || (item.back().text == "}" && !may_go_on);
}

Compared compared(std::vector<Item> given, std::vector<Item> own, bool begins_inside,
                  bool ends_inside, std::size_t last_line) {
  forget_same_includes(given, own);
  const auto line_of = [&](std::size_t i) {
    return i < own.size() ? own[i].front().line : last_line;
  };
  Compared result;
  if (!same_at(begins_inside, given, own, given.data(), own.data())) return {false, line_of(0), {}};
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
      return {false, line_of(i), {}};
    }
  }
  result.same =
      next == given.size() && same_at(ends_inside, given, own, given.data() + given.size() - 1,
                                      own.data() + own.size() - 1);
  result.line = odd == 0 ? line_of(own.size()) : odd;
  return result;
}

}  // namespace course
