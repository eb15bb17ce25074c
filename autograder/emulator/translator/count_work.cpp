// `{ x = a * b + c; }` becomes `{ ::emu::issue<2>(); x = a * b + c; }`: the virtual clock learns
// how many instructions a thread has executed.
//
// All functions and lambdas of the user's count that a kernel may call, whether or not they say
// that they are device code: members, templates and constexpr functions need not. Plain host
// functions do not count. What the host does between two stops of device threads is on the account
// of none of them (device/grids/block_clock.h).
//
// What a compiler would make of the code is not known here. An operator counts as the instructions
// that it mostly takes on a card; everything between two braces, up to a label that `goto` knows,
// counts when the opening one is passed, what is behind the label when that is, and the body of a
// loop each time round. Of the cases of a `switch` the mean counts, and in one that is far above it
// the rest. Code under an `if` without braces counts whether or not it runs. What `...` repeats
// counts each time: `(f(x), ...)` becomes `((::emu::issue<2>(), f(x)), ...)`. Memory accesses are
// counted where they happen, by the checker's hooks.
#include <algorithm>
#include <array>
#include <vector>

#include "translator/passes.h"
#include "translator/statements.h"

namespace emu::translator {
namespace {

struct Cost {
  std::string_view word;
  unsigned instructions;
};

// Divisions are short programs; a function's arguments must be put in place.
constexpr std::array kCosts = {
    Cost{"+", 1},  Cost{"-", 1},   Cost{"*", 1},   Cost{"/", 8},   Cost{"%", 12}, Cost{"&", 1},
    Cost{"|", 1},  Cost{"^", 1},   Cost{"~", 1},   Cost{"!", 1},   Cost{"<", 1},  Cost{">", 1},
    Cost{"<=", 1}, Cost{">=", 1},  Cost{"==", 1},  Cost{"!=", 1},  Cost{"&&", 1}, Cost{"||", 1},
    Cost{"?", 1},  Cost{"++", 1},  Cost{"--", 1},  Cost{"<<", 1},  Cost{">>", 1}, Cost{"+=", 1},
    Cost{"-=", 1}, Cost{"*=", 1},  Cost{"/=", 8},  Cost{"%=", 12}, Cost{"&=", 1}, Cost{"|=", 1},
    Cost{"^=", 1}, Cost{"<<=", 1}, Cost{">>=", 1}, Cost{"[", 1},
};

constexpr unsigned kCall = 2;

unsigned cost_of(const Token& token) {
  if (token.kind != TokenKind::kPunctuator) return 0;
  const auto* known = std::ranges::find(kCosts, token.text, &Cost::word);
  return known == kCosts.end() ? 0 : known->instructions;
}

/// Counts the code of one body, from brace to brace, and writes down what it found.
class Counter {
 public:
  explicit Counter(Work& work) : work_(work), unit_(work.unit) {}

  /// The bodies of functions and lambdas between `first` and before `last`, where declarations are.
  void bodies(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!unit_.is(i, "{") || unit_.partner(i) == kNone || !is_body(i)) continue;
      if (is_hosts(i))
        bodies_in_host(i + 1, unit_.partner(i));
      else
        block(i, initializers_before(i));
      i = unit_.partner(i);
    }
  }

  /// The block that opens at `brace`; `more` is done each time that it is entered.
  void block(std::size_t brace, unsigned more = 0) {
    const std::size_t close = unit_.partner(brace);
    if (close == kNone) return;
    const std::size_t end = next_label(brace + 1, close);
    const unsigned inside = more + count(brace + 1, end);
    if (inside != 0) work_.edits.insert_after(brace, issue(inside));
    labeled(end, close);
  }

 private:
  static std::string issue(unsigned instructions) {
    return " ::emu::issue<" + std::to_string(instructions) + ">();";
  }

  /// The next label of these statements themselves; `last` if there is none.
  std::size_t next_label(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; i = unit_.after_group(i))
      if (is_label(unit_, i) && !stands_under_a_head(unit_, i)) return i;
    return last;
  }

  /// What stands behind the label at `i`, up to the next, and so on.
  void labeled(std::size_t i, std::size_t last) {
    while (i < last) {
      const std::size_t next = next_label(i + 2, last);
      if (const unsigned inside = count(i + 2, next); inside != 0)
        work_.edits.insert_after(i + 1, issue(inside));
      i = next;
    }
  }

  /// `if (n) again: x += 1;`: where `goto` comes back, only this statement counts anew.
  std::size_t label_under_a_head(std::size_t i, std::size_t last, unsigned& sum) {
    const std::size_t end = statement_end(unit_, i + 2, last);
    if (end == kNone || unit_.is(i + 2, "{")) return token(i + 1, sum);
    work_.edits.insert_after(i + 1, " {" + issue(count(i + 2, end + 1)));
    work_.edits.insert_after(end, " }");
    return end + 1;
  }

  /// Instructions of the tokens from `first` to before `last`, without those of blocks and loops,
  /// which are counted on their own.
  unsigned count(std::size_t first, std::size_t last) {
    unsigned sum = 0;
    for (std::size_t i = first; i < last;) {
      if (unit_.is(i, "switch") && unit_.is(i + 1, "(")) {
        i = choice(i, sum);
      } else if (is_label(unit_, i) && stands_under_a_head(unit_, i)) {
        i = label_under_a_head(i, last, sum);
      } else if (unit_.is(i, "do")) {
        i = do_loop(i, last);
      } else if (is_loop(unit_, i) && unit_.is(i + 1, "(") && unit_.partner(i + 1) != kNone) {
        i = loop(i, last, sum);
      } else if (unit_.is(i, "{") && unit_.partner(i) != kNone && stands_alone(i)) {
        i = unit_.partner(i) + 1;
      } else if (const std::size_t dots = expansion_in(i); dots != kNone) {
        i = expansion(i, dots, sum);
      } else {
        i = token(i, sum);
      }
    }
    return sum;
  }

  // ---- What `...` repeats -----------------------------------------------------------------------

  /// The first `...` between the parentheses or braces that open at `i` that may stand for
  /// expressions, and for neither parameters nor `sizeof...`; kNone without.
  std::size_t expansion_in(std::size_t i) const {
    if (!(unit_.is(i, "(") || unit_.is(i, "{")) || unit_.partner(i) == kNone) return kNone;
    for (std::size_t k = i + 1; k < unit_.partner(i); k = next_in_list(unit_, k)) {
      const bool names_a_pack = unit_[k + 1].is_identifier() && !is_operator(unit_, k - 1);
      if (unit_.is(k, "...") && !unit_.is(k - 1, "sizeof") && !names_a_pack) return k;
    }
    return kNone;
  }

  bool may_end_type(std::size_t i) const {
    return unit_.is(i, "&") || unit_.is(i, "&&") || unit_.is(i, "*");
  }

  /// `(E op ...)`, `(... op E)` and the like, and not a list with `E...` in it. `(T&& ...)` behind
  /// a name may be parameters.
  bool is_fold(std::size_t open, std::size_t dots) const {
    if (dots == open + 1) return is_operator(unit_, dots + 1);
    const Token& before = unit_[open - 1];
    const bool stands_alone = is_operator(unit_, open - 1) || unit_.opens(open - 1) ||
                              is_statement_keyword(before) || unit_.is(open - 1, ")");
    return is_operator(unit_, dots - 1) && (stands_alone || !may_end_type(dots - 1));
  }

  /// Both sides count each time: which one holds the pack is not known.
  void fold(std::size_t open, std::size_t dots) {
    const std::size_t close = unit_.partner(open);
    const auto side = [&](std::size_t first, std::size_t last, std::size_t op) {
      if (first < last) wrap(first, last, count(first, last) + cost_of(unit_[op]));
    };
    if (dots > open + 1) side(open + 1, dots - 1, dots - 1);
    if (dots + 1 < close) side(dots + 2, close, dots + 1);
  }

  /// What the elements of a list take that is done once.
  unsigned elements(std::size_t open) {
    unsigned once = 0;
    for (std::size_t first = open + 1, end = 0; first < unit_.partner(open); first = end + 1) {
      for (end = first; end < unit_.partner(open) && !unit_.is(end, ",");)
        end = next_in_list(unit_, end);
      const unsigned instructions = count(first, end);
      if (unit_.is(end - 1, "...") && !may_end_type(end - 2))
        wrap(first, end - 1, instructions);
      else
        once += instructions;
    }
    return once;
  }

  std::size_t expansion(std::size_t open, std::size_t dots, unsigned& sum) {
    token(open, sum);  // of a call
    if (is_fold(open, dots))
      fold(open, dots);
    else
      sum += elements(open);
    return unit_.partner(open);
  }

  /// Counts an expression each time that it is done.
  void wrap(std::size_t first, std::size_t last, unsigned instructions) {
    if (first >= last || instructions == 0) return;
    work_.edits.insert_after(first - 1, " (::emu::issue<" + std::to_string(instructions) + ">(),");
    work_.edits.insert_after(last - 1, " )");
  }

  /// The body of a function that no kernel may call.
  bool is_hosts(std::size_t body) const {
    const Scope& scope = work_.scopes.at(body + 1);
    if (scope.kind != ScopeKind::kFunction || scope.function < 0) return false;
    const Function& function = work_.scopes.functions()[static_cast<std::size_t>(scope.function)];
    return !function.annotations.runs_on_device() && !function.is_template &&
           !function.is_constexpr && !function.is_member && !function.is_friend &&
           !unit_.is(function.name_token - 1, "::");
  }

  /// What a kernel may yet call of a host function's body: lambdas, members of classes.
  void bodies_in_host(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!unit_.is(i, "{") || unit_.partner(i) == kNone) continue;
      const ScopeKind kind = work_.scopes.at(i + 1).kind;
      if (kind != ScopeKind::kLambda && kind != ScopeKind::kFunction) continue;
      block(i, initializers_before(i));
      i = unit_.partner(i);
    }
  }

  /// Counts a block by itself. False if the braces are an initializer's: they belong to the
  /// statement that they are in.
  bool stands_alone(std::size_t brace) {
    if (is_body(brace)) {
      block(brace);
    } else if (work_.scopes.at(brace + 1).kind == ScopeKind::kInitializer) {
      return false;
    } else {
      bodies(brace + 1, unit_.partner(brace));  // of a class
    }
    return true;
  }

  /// Statements are in these braces. A function whose head was not recognized looks like an
  /// initializer, but an initializer has no `;` in it.
  bool is_body(std::size_t brace) const {
    const ScopeKind kind = work_.scopes.at(brace + 1).kind;
    if (kind != ScopeKind::kInitializer)
      return kind == ScopeKind::kFunction || kind == ScopeKind::kLambda ||
             kind == ScopeKind::kBlock;
    return has_semicolon(unit_, brace) && !may_define_class(unit_, brace);
  }

  /// What a constructor does before its body: `S(int a) : x(a + 1), y{a * 2} {}`.
  unsigned initializers_before(std::size_t body) {
    const Scope& scope = work_.scopes.at(body + 1);
    if (scope.function < 0) return 0;
    const Function& function = work_.scopes.functions()[static_cast<std::size_t>(scope.function)];
    for (std::size_t i = function.parameters; i < body; i = unit_.after_group(i))
      if (unit_.is(i, ":")) return count(i + 1, body);
    return 0;
  }

  std::size_t token(std::size_t i, unsigned& sum) {
    if (unit_.is(i, "<") && unit_[i - 1].is_identifier() && unit_.template_end(i) != kNone) {
      return unit_.template_end(i) + 1;
    }
    if (unit_.starts_attribute(i)) return unit_.after_group(i);
    const Token& before = unit_[i - 1];
    const bool call = unit_.is(i, "(") && before.is_identifier() && !is_statement_keyword(before) &&
                      !takes_parentheses(before) && !before.is("if");
    sum += call ? kCall : cost_of(unit_[i]);
    return i + 1;
  }

  /// Labels that stand together, and what follows up to the next.
  struct Case {
    std::size_t colon;
    unsigned instructions = 0;
    bool is_for_goto = false;
  };
  std::vector<Case> cases_of(std::size_t open, std::size_t close) {
    std::vector<Case> cases;
    std::size_t first = open + 1;
    const auto end_case = [&](std::size_t end) {
      if (!cases.empty()) cases.back().instructions = count(first, end);
    };
    for (std::size_t i = first; i < close; i = unit_.after_group(i)) {
      const bool joined = !cases.empty() && first == i;
      const bool is_joined_label = joined && unit_[i].is_identifier() && unit_.is(i + 1, ":");
      const std::size_t colon = is_joined_label                 ? i + 1
                                : stands_under_a_head(unit_, i) ? kNone
                                                                : end_of_label(unit_, i, close);
      if (colon == kNone) continue;
      if (joined) {
        cases.back().colon = colon;
      } else {
        end_case(i);
        cases.push_back({colon});
      }
      cases.back().is_for_goto |=
          is_label(unit_, i) || (is_joined_label && !unit_.is(i, "default"));
      first = colon + 1;
      i = colon - 1;
    }
    end_case(close);
    return cases;
  }

  /// One of the cases runs: their mean, where it is met. In what is far above it the rest counts;
  /// so does all that is behind a label of goto's, and in a switch that stands in another.
  std::size_t choice(std::size_t i, unsigned& sum) {
    constexpr unsigned kFar = 4;
    const std::size_t open = unit_.after_group(i + 1);
    if (!unit_.is(open, "{") || unit_.partner(open) == kNone) return i + 1;
    sum += count(i + 1, open);
    ++choices_;
    const std::vector<Case> cases = cases_of(open, unit_.partner(open));
    --choices_;
    unsigned all = 0, labels = 0;
    for (std::size_t k = open; k < unit_.partner(open); ++k)
      labels += unit_.is(k, "case") || unit_.is(k, "default");
    for (const Case& one : cases) all += one.is_for_goto ? 0 : one.instructions;
    const unsigned mean = choices_ > 0 ? 0 : all / std::max(1u, labels);
    sum += mean;
    for (const Case& one : cases)
      if (const unsigned known = one.is_for_goto ? 0 : kFar * mean; one.instructions > known)
        work_.edits.insert_after(one.colon, issue(one.instructions - known));
    return unit_.partner(open) + 1;
  }

  /// The body and the condition count each time round.
  std::size_t do_loop(std::size_t i, std::size_t last) {
    const std::size_t end = statement_end(unit_, i + 1, last);
    if (end == kNone || !unit_.is(end + 1, "while") || !unit_.is(end + 2, "(")) return i + 1;
    const std::size_t behind = unit_.after_group(end + 2);
    const unsigned each = count(end + 2, behind);
    if (unit_.is(i + 1, "{")) {
      block(i + 1, each);
      return behind;
    }
    const unsigned inside = each + count(i + 1, end + 1);
    if (inside == 0) return behind;
    work_.edits.insert_after(i, " {" + issue(inside));
    work_.edits.insert_after(end, " }");
    return behind;
  }

  /// The condition and the step of a loop count with its body; a body without braces gets some.
  std::size_t loop(std::size_t i, std::size_t last, unsigned& sum) {
    const std::size_t open = i + 1, close = unit_.partner(open), body = close + 1;
    std::size_t condition = open + 1;
    if (unit_.is(i, "for")) {
      while (condition < close && !unit_.is(condition, ";"))
        condition = unit_.after_group(condition);
      condition = std::min(condition, close);
    }
    sum += count(open + 1, condition);
    const unsigned each = count(condition, close) + 1;  // and the jump back
    if (unit_.is(body, ";") && waits(unit_, condition, close)) return body;
    if (unit_.is(body, "{")) {
      block(body, each);
      return unit_.partner(body) == kNone ? body + 1 : unit_.partner(body) + 1;
    }
    const std::size_t end = statement_end(unit_, body, last);
    if (end == kNone) return body;
    work_.edits.insert_after(close, " {" + issue(each + count(body, end + 1)));
    work_.edits.insert_after(end, " }");
    return end + 1;
  }

  int choices_ = 0;  // around what is counted
  Work& work_;
  const Unit& unit_;
};

}  // namespace

void count_work(Work& work) {
  if (work.options.counts_work) Counter(work).bodies(1, work.unit.size() - 1);
}

}  // namespace emu::translator
