// Declarations in the namespaces of libraries. The emulator's headers and the course's code call
// what is there: a specialization of std::is_floating_point_v has a launch leave a pointer unlooked
// at, and an overload of std::copy_n takes the place of the one that copies the results. C++ has
// programs declare nothing there either, but specializations for classes of their own.
#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include "translator/passes.h"

namespace emu::translator {
namespace {

constexpr std::string_view kWords =
    "an exercise declares nothing in a library's namespace, but specializations of std::hash, "
    "std::less and their kind: declare it in a namespace of its own";

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Templates that neither the emulator's headers nor the course's code use.
bool may_be_specialized(const Token& token) {
  return is_one_of(token.text, {"hash", "less", "greater", "equal_to", "tuple_size",
                                "tuple_element", "formatter"});
}

bool is_class_key(const Unit& unit, std::size_t i) {
  return unit.is(i, "struct") || unit.is(i, "class");
}

class LibraryDeclarations {
 public:
  explicit LibraryDeclarations(Work& work) : work_(work), unit_(work.unit) {}

  void refuse() {
    for (std::size_t i = 1; i + 1 < unit_.size(); ++i) {
      if (unit_.is(i, "namespace") && !unit_.is(i - 1, "using")) look_at_namespace(i + 1);
      const bool goes_on = unit_.is(i - 1, ">");  // template <> template <class T> …
      if (unit_.is(i, "template") && unit_.is(i + 1, "<") && !goes_on) look_at_template(i);
    }
  }

 private:
  bool is_library(std::size_t i) const {
    const std::string_view name = unit_[i].text;
    return is_one_of(name,
                     {"std", "cuda", "cooperative_groups", "nvcuda", "__gnu_cxx", "__cxxabiv1"}) ||
           aliases_.contains(std::string(name));
  }

  /// namespace std::ranges { … }; or namespace s = std;
  void look_at_namespace(std::size_t i) {
    while (unit_.starts_attribute(i)) i = unit_.after_group(i);
    const std::size_t of_alias = unit_.is(i + 2, "::") ? i + 3 : i + 2;
    if (unit_.is(i + 1, "=") && is_library(of_alias) && unit_.is(of_alias + 1, ";"))
      aliases_.insert(std::string(unit_[i].text));
    if (!is_library(i)) return;
    std::size_t open = i + 1;
    bool nested = false;
    for (; unit_.is(open, "::"); open += unit_.is(open + 1, "inline") ? 3 : 2) nested = true;
    if (unit_.is(open, "{")) look_at_members(open, nested || !unit_.is(i, "std"));
  }

  void look_at_members(std::size_t open, bool none) {
    const std::size_t end = std::min(unit_.partner(open), unit_.size());
    for (std::size_t i = open + 1; i < end; i = after_declaration(i, end)) {
      if (unit_.is(i, ";") || (!none && is_permitted(i))) continue;
      return work_.refuse(i, std::string(kWords));
    }
  }

  /// template <> struct hash<Mine>
  bool is_permitted(std::size_t i) const {
    const std::size_t key = after_heads(i);
    return key != i && is_class_key(unit_, key) && may_be_specialized(unit_[key + 1]) &&
           unit_.is(key + 2, "<");
  }

  std::size_t after_declaration(std::size_t i, std::size_t end) const {
    for (; i < end && !unit_.is(i, ";"); i = unit_.after_group(i))
      if (unit_.is(i, "{")) return unit_.after_group(i);
    return i + 1;
  }

  /// Behind template <…>, as often as it stands there.
  std::size_t after_heads(std::size_t i) const {
    while (unit_.is(i, "template") && unit_.is(i + 1, "<")) {
      const std::size_t end = unit_.template_end(i + 1);
      if (end == kNone) break;
      i = end + 1;
    }
    return i;
  }

  /// template <> struct std::hash<Mine>; template <> bool std::is_floating_point_v<int*> = true;
  void look_at_template(std::size_t i) {
    const std::size_t begin = after_heads(i);
    if (begin == i) return;
    const std::size_t name = declared_name(begin);
    if (name == kNone || !is_library(name)) return;
    const bool permitted = unit_.is(name, "std") && unit_.is(name + 1, "::") &&
                           may_be_specialized(unit_[name + 2]) && unit_.is(name + 3, "<") &&
                           is_class_key(unit_, unit_.is(name - 1, "::") ? name - 2 : name - 1);
    if (!permitted) work_.refuse(name, std::string(kWords));
  }

  /// Where the name begins that stands in front of parameters, value, body or bases.
  std::size_t declared_name(std::size_t i) const {
    std::size_t name = kNone;
    while (i < unit_.size() && !ends_name(i)) {
      if (unit_.is(i, "friend")) return kNone;
      if (unit_.is(i, "<") && unit_.template_end(i) != kNone) {
        i = unit_.template_end(i) + 1;
      } else if (unit_.opens(i)) {
        if (unit_.is(i, "(") && !is_skipped(i))
          return unit_.is(i - 1, "operator") ? name : declarator(i, name);
        i = unit_.after_group(i);
      } else {
        const bool begins =
            unit_[i].is_identifier() && (!unit_.is(i - 1, "::") || is_global(i - 1));
        if (begins) name = i;
        if (unit_.is(i, "operator")) return begins ? kNone : name;
        ++i;
      }
    }
    return name;
  }
  bool ends_name(std::size_t i) const {
    return unit_.is(i, "=") || (unit_.is(i, "{") && !is_of_constraint(i)) || unit_.is(i, ";") ||
           unit_.is(i, ":") || unit_.is(i, "}");
  }
  /// requires requires(T t) { … } goes on with the declaration.
  bool is_of_constraint(std::size_t open) const {
    const bool has_parameters = unit_.is(open - 1, ")") && unit_.partner(open - 1) != kNone;
    return unit_.is(has_parameters ? unit_.partner(open - 1) - 1 : open - 1, "requires");
  }
  /// The :: of ::std, in front of which stands no name, or one that cannot be a class's.
  bool is_global(std::size_t i) const {
    const Token& before = unit_[i - 1];
    if (!before.is_identifier()) return !before.is(">");
    return is_one_of(before.text, {"bool", "char", "int", "long", "short", "signed", "unsigned",
                                   "float", "double", "void", "auto", "const", "constexpr",
                                   "inline", "static", "struct", "class", "union", "enum"});
  }
  /// Parentheses that belong to a type, an attribute or a constraint.
  bool is_skipped(std::size_t open) const {
    const Token& before = unit_[open - 1];
    return takes_parentheses(before) || before.is("requires") || before.is("explicit") ||
           before.is("noexcept") ||
           !(before.is_identifier() || before.is(">") || before.is("*") || before.is("&"));
  }
  /// bool (std::less)(…): its name, and not that of the type.
  std::size_t declarator(std::size_t open, std::size_t name) const {
    const std::size_t behind = unit_.after_group(open);
    if (!unit_.is(behind, "(") && !unit_.is(behind, "=") && !unit_.is(behind, "[")) return name;
    for (std::size_t i = open + 1; i < behind; ++i)
      if (unit_[i].is_identifier()) return i;
    return name;
  }

  Work& work_;
  const Unit& unit_;
  std::set<std::string> aliases_;
};

}  // namespace

void refuse_library_declarations(Work& work) {
  if (work.options.untrusted) LibraryDeclarations(work).refuse();
}

}  // namespace emu::translator
