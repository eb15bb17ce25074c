// An operator<< for everything. A launch is translated to one, of a configuration and what a kernel
// has staged (passes.h), so an operator whose left side may be anything would be handed all
// launches, the course's own among them, and could send off others in their place.
#include <set>
#include <string_view>

#include "translator/passes.h"

namespace emu::translator {
namespace {

class LaunchOperators {
 public:
  explicit LaunchOperators(Work& work) : work_(work), unit_(work.unit) {}

  void refuse() {
    for (std::size_t i = 1; i + 1 < unit_.size(); ++i) {
      if (unit_.is(i, "template") && unit_.is(i + 1, "<")) note_parameters(i + 1);
      if (unit_.is(i - 1, ">") && unit_.is(i, "using")) aliases_.insert(unit_[i + 1].text);
    }
    for (std::size_t i = 1; i + 2 < unit_.size(); ++i)
      if (unit_.is(i, "operator") && unit_.is(i + 1, "<<")) look_at(i);
  }

 private:
  /// template <class A, int n = 3, Small... B>: A, n and B.
  void note_parameters(std::size_t open) {
    const std::size_t end = unit_.template_end(open);
    if (end == kNone) return;
    for (std::size_t i = open + 1; i < end; ++i) {
      if (unit_.is(i, "=")) i = end_of_parameter(i, end);
      const bool ends = unit_.is(i + 1, ",") || unit_.is(i + 1, ">") || unit_.is(i + 1, "=");
      if (is_own_name(i) && ends) parameters_.insert(unit_[i].text);
    }
  }

  /// The end of all, or a comma in no list of arguments.
  std::size_t end_of_parameter(std::size_t i, std::size_t end) const {
    while (i < end && !unit_.is(i, ",")) {
      const bool is_list = unit_.is(i, "<") && unit_.template_end(i) != kNone;
      i = is_list ? unit_.template_end(i) + 1 : unit_.after_group(i);
    }
    return i;
  }

  /// `template <int>` has none.
  bool is_own_name(std::size_t i) const {
    for (const char* word : {"class", "typename", "int", "unsigned", "long", "char", "bool"})
      if (unit_.is(i, word)) return false;
    const bool has_type =
        unit_[i - 1].is_identifier() || unit_.is(i - 1, ">") || unit_.is(i - 1, "...");
    return unit_[i].is_identifier() && has_type;
  }

  void look_at(std::size_t i) {
    std::size_t open = i + 2;
    if (unit_.is(open, "<") && unit_.template_end(open) != kNone)
      open = unit_.template_end(open) + 1;
    if (!unit_.is(open, "(") || unit_.partner(open) == kNone) return;
    const std::size_t all = unit_.partner(open), end = end_of_parameter(open + 1, all);
    const bool is_members = end == all && !has(open, end, {"..."});  // one parameter
    if (is_members || !is_anything(open + 1, end)) return;
    work_.refuse(i,
                 "an operator<< whose left side may be anything would take the launches, too: give "
                 "it a class there");
  }

  bool has(std::size_t i, std::size_t end, const std::set<std::string_view>& words) const {
    for (; i < end; ++i)
      if (words.contains(unit_[i].text)) return true;
    return false;
  }

  /// T&& t, const T&, Small auto, or what an alias of the program's makes of T.
  bool is_anything(std::size_t i, std::size_t end) const {
    if (has(i, end, {"auto", "decltype"}) || has(i, end, aliases_)) return true;
    while (unit_.is(i, "const") || unit_.is(i, "volatile") || unit_.is(i, "typename")) ++i;
    return parameters_.contains(unit_[i].text) && !unit_.is(i + 1, "<") && !unit_.is(i + 1, "::");
  }

  Work& work_;
  const Unit& unit_;
  std::set<std::string_view> parameters_, aliases_;  // aliases that are templates
};

}  // namespace

void refuse_launch_operators(Work& work) {
  if (work.options.untrusted) LaunchOperators(work).refuse();
}

}  // namespace emu::translator
