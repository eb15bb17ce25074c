// Compares stretch by stretch, declaration by declaration.
#include "course/given/given_code.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/given/additions.h"
#include "course/given/items.h"
#include "course/given/stretches.h"
#include "course/lesson/todo.h"

namespace course {

namespace {

std::string pragma_of(const std::string& marker) {
  const std::string begun = region_begun_by(marker);
  const std::string what = begun.empty() ? "end " + region_ended_by(marker) : "begin " + begun;
  return kRegionPragma + what;
}

std::string without_byte_order_mark(const std::string& text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

class Comparison {
 public:
  Comparison(const std::string& skeleton, const std::string& exercise)
      : given_(stretches_of(skeleton)), own_(stretches_of(exercise, regions_named_in(given_))) {}

  InGivenCode result() {
    if (!has_all_markers()) return result_;
    for (std::size_t i = 0; i < own_.all.size(); ++i) {
      if (i > 0) result_.text += pragma_of(own_.markers[i - 1]) + "\n";
      result_.text += i % 2 == 0 ? stretch(i) : own_.all[i].text;
    }
    return result_;
  }

 private:
  static std::vector<std::string> regions_named_in(const Stretches& stretches) {
    std::vector<std::string> names;
    for (const Stretch& one : stretches.all)
      if (!one.region.empty()) names.push_back(one.region);
    return names;
  }

  bool has_all_markers() {
    for (std::size_t i = 0; i < std::max(given_.markers.size(), own_.markers.size()); ++i) {
      const bool missing = i >= own_.markers.size(), extra = i >= given_.markers.size();
      if (!missing && !extra && pragma_of(given_.markers[i]) == pragma_of(own_.markers[i]))
        continue;
      result_.line = missing ? 1 : own_.all[i + 1].line - 1;
      result_.refusal = fmt::format(
          "{} is expected {}: what is judged stands between the lines that begin and end each region "
          "in skeleton.cu, which must all be there, once, in their order",
          extra ? "no other marker" : "`" + words_of(given_.markers[i]) + "`",
          missing ? "before the file ends" : "here");
      return false;
    }
    return true;
  }
  static std::string words_of(const std::string& marker) {
    const std::size_t begin = marker.find_first_not_of(" \t");
    return marker.substr(begin, marker.find_last_not_of(" \t\r") + 1 - begin);
  }

  std::string stretch(std::size_t i) {
    const Stretch& given = given_.all[i];
    const Stretch& own = own_.all[i];
    const Code given_code = code_of(given.text, given.line);
    const Code own_code = code_of(i == 0 ? without_byte_order_mark(own.text) : own.text, own.line);
    const bool begins_inside = depth_ > 0;
    int own_depth = depth_;
    const std::vector<Item> given_items = items_of(given_code.tokens, depth_);
    const std::vector<Item> own_items = items_of(own_code.tokens, own_depth);
    const auto lines = static_cast<std::size_t>(std::ranges::count(own.text, '\n'));
    const Compared difference =
        compared(given_items, own_items, begins_inside, depth_ > 0, own.line + lines);
    if (difference.same && own_code.open_line == 0) return own.text;
    std::optional<WithAdditions> both;
    if (own_code.open_line == 0) both = with_additions({given, given_items}, {own, own_items});
    const std::size_t line = both ? both->line : std::max(own_code.open_line, difference.line);
    if (result_.changed_line == 0) result_.changed_line = line;
    return both ? both->text : fitted(given.text, lines);
  }

  Stretches given_, own_;
  InGivenCode result_;
  int depth_ = 0;
};

}  // namespace

InGivenCode in_given_code(const std::string& skeleton, const std::string& exercise) {
  return Comparison(skeleton, exercise).result();
}

}  // namespace course
