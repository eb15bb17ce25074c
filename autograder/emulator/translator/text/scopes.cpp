// Classifies braces by what stands before them, in one pass with a stack.
#include "translator/text/scopes.h"

#include <algorithm>
#include <map>

#include "translator/text/function_head.h"

namespace emu::translator {

Annotations annotations_between(const Unit& unit, std::size_t first, std::size_t last) {
  Annotations found;
  for (std::size_t i = first; i < last; i = unit.after_group(i)) {
    found.host |= unit.is(i, "__host__");
    found.device |= unit.is(i, "__device__");
    found.global |= unit.is(i, "__global__");
  }
  return found;
}

std::size_t after_template_heads(const Unit& unit, std::size_t i) {
  while (unit.is(i, "template") && unit.is(i + 1, "<")) {
    const std::size_t end = unit.template_end(i + 1);
    if (end == kNone) return i;
    i = end + 1;
    if (unit.is(i, "requires") && unit.is(i + 1, "(")) i = unit.after_group(i + 1);
  }
  return i;
}

namespace {

struct Lambda {
  std::size_t body = kNone;
  Annotations annotations;
};

bool can_introduce_lambda(const Unit& unit, std::size_t bracket) {
  const Token& before = unit[bracket - 1];
  if (unit.partner(bracket) == kNone || unit.starts_attribute(bracket)) return false;
  if (before.is("operator") || before.is("delete") || before.is("auto")) return false;
  if (before.is_identifier()) return is_statement_keyword(before);
  return !before.is(")") && !before.is("]") && before.kind != TokenKind::kString &&
         before.kind != TokenKind::kNumber;
}

// Reads on from the `[` of a lambda to the `{` of its body.
Lambda read_lambda(const Unit& unit, std::size_t bracket) {
  std::size_t i = unit.partner(bracket) + 1;
  const std::size_t first = i;
  if (unit.is(i, "<") && unit.template_end(i) != kNone) i = unit.template_end(i) + 1;
  bool trailing_type = false;
  for (; i + 1 < unit.size(); i = unit.after_group(i)) {
    if (unit.is(i, "{")) return {i, annotations_between(unit, first, i)};
    trailing_type |= unit.is(i, "->");
    const bool type_part = unit[i].is_identifier() || unit.is(i, "::") || unit.is(i, "<") ||
                           unit.is(i, ">") || unit.is(i, "*") || unit.is(i, "&") ||
                           unit.is(i, "&&") || unit.is(i, ",");
    const bool specifier = unit[i].is_identifier() || unit.is(i, "(") || unit.is(i, "[");
    if (!unit.is(i, "->") && !specifier && !(trailing_type && type_part)) break;
  }
  return {};
}

bool is_access_label(const Unit& unit, std::size_t colon) {
  const Token& before = unit[colon - 1];
  return before.is("public") || before.is("private") || before.is("protected");
}

}  // namespace

class ScopeFinder {
 public:
  ScopeFinder(const Unit& unit, Scopes& scopes) : unit_(unit), scopes_(scopes) {
    scopes_.scopes_.push_back({});
    heads_.push_back(1);
  }

  void run() {
    scopes_.scope_of_.resize(unit_.size());
    for (std::size_t i = 0; i < unit_.size(); ++i) {
      scopes_.scope_of_[i] = static_cast<std::uint32_t>(current_);
      visit(i);
    }
  }

 private:
  void visit(std::size_t i) {
    if (unit_.is(i, "[") && can_introduce_lambda(unit_, i)) note_lambda(i);
    if (unit_.is(i, "(")) ++parentheses_.back();
    if (unit_.is(i, ")") && parentheses_.back() > 0) --parentheses_.back();
    if (unit_.is(i, "{")) open(i);
    if (unit_.is(i, "}")) close(i);
    if (parentheses_.back() > 0) return;
    if (unit_.is(i, ";")) end_declaration(i);
    if (unit_.is(i, ":") && kind() == ScopeKind::kClass && is_access_label(unit_, i)) {
      heads_.back() = i + 1;
    }
  }

  void note_lambda(std::size_t bracket) {
    const Lambda lambda = read_lambda(unit_, bracket);
    if (lambda.body != kNone) lambdas_[lambda.body] = lambda.annotations;
  }

  void open(std::size_t i) {
    Scope scope{.kind = classify(i), .parent = current_, .open = i};
    if (scope.kind == ScopeKind::kLambda) scope.annotations = lambdas_[i];
    if (scope.kind == ScopeKind::kFunction) scope.function = add_function(i, true);
    scopes_.scopes_.push_back(scope);
    current_ = static_cast<int>(scopes_.scopes_.size()) - 1;
    heads_.push_back(i + 1);
    parentheses_.push_back(0);
  }

  void close(std::size_t i) {
    if (current_ == 0) return;
    const ScopeKind closed = kind();
    current_ = scopes_.scopes_[static_cast<std::size_t>(current_)].parent;
    heads_.pop_back();
    parentheses_.pop_back();
    const bool declaration_goes_on = closed == ScopeKind::kClass || closed == ScopeKind::kEnum ||
                                     closed == ScopeKind::kInitializer ||
                                     closed == ScopeKind::kLambda;
    if (!declaration_goes_on) heads_.back() = i + 1;
  }

  void end_declaration(std::size_t i) {
    if (kind() == ScopeKind::kFile || kind() == ScopeKind::kNamespace ||
        kind() == ScopeKind::kClass) {
      add_function(i, false);
    }
    heads_.back() = i + 1;
  }

  int add_function(std::size_t end, bool defined) {
    std::size_t head = heads_.back();
    if (unit_.is(head, "extern") && unit_[head + 1].kind == TokenKind::kString) head += 2;
    Function function = read_function_head(unit_, head, end);
    if (function.name_token == kNone) return -1;
    function.is_member = kind() == ScopeKind::kClass;
    function.is_defined = defined;
    function.end = end;
    scopes_.functions_.push_back(function);
    return static_cast<int>(scopes_.functions_.size()) - 1;
  }

  ScopeKind classify(std::size_t i) const {
    if (lambdas_.contains(i)) return ScopeKind::kLambda;
    if (parentheses_.back() > 0) return ScopeKind::kInitializer;
    const bool in_code = kind() == ScopeKind::kFunction || kind() == ScopeKind::kLambda ||
                         kind() == ScopeKind::kBlock;
    const ScopeKind by_head = classify_by_head(i);
    if (by_head != ScopeKind::kBlock) return by_head;
    if (kind() == ScopeKind::kInitializer && unit_.is(i - 1, "{")) return ScopeKind::kInitializer;
    if (in_code || kind() == ScopeKind::kInitializer || kind() == ScopeKind::kEnum) {
      return unit_.is(i - 1, ")") || unit_.is(i - 1, ";") || unit_.is(i - 1, "{") ||
                     unit_.is(i - 1, "}") || unit_.is(i - 1, "else") || unit_.is(i - 1, "do") ||
                     unit_.is(i - 1, "try")
                 ? ScopeKind::kBlock
                 : ScopeKind::kInitializer;
    }
    return starts_function_body(i) ? ScopeKind::kFunction : ScopeKind::kInitializer;
  }

  // kBlock when the words before the brace say nothing.
  ScopeKind classify_by_head(std::size_t brace) const {
    std::size_t i = after_template_heads(unit_, heads_.back());
    if (unit_.is(i, "extern") && unit_[i + 1].kind == TokenKind::kString && i + 2 == brace) {
      return ScopeKind::kNamespace;
    }
    bool parameters = false;
    for (; i < brace; i = unit_.after_group(i)) {
      if (unit_.is(i, "namespace")) return ScopeKind::kNamespace;
      if (unit_.is(i, "=") && !unit_.is(i - 1, "operator")) return ScopeKind::kBlock;
      parameters |= unit_.is(i, "(") && !takes_parentheses(unit_[i - 1]);
      if (parameters) return ScopeKind::kBlock;
      if (unit_.is(i, "enum")) return ScopeKind::kEnum;
      const bool class_key = unit_.is(i, "class") || unit_.is(i, "struct") || unit_.is(i, "union");
      if (class_key) return defines_class(i, brace) ? ScopeKind::kClass : ScopeKind::kBlock;
      if (unit_.is(i, "<") && unit_[i - 1].is_identifier() && unit_.template_end(i) != kNone) {
        i = unit_.template_end(i);
      }
    }
    return ScopeKind::kBlock;
  }

  // Between a class key and the brace there are a name, attributes and bases, but no parameters
  // and no declarator: `struct S f() {` and `struct S s{` define no class.
  bool defines_class(std::size_t key, std::size_t brace) const {
    bool named = false;
    for (std::size_t i = key + 1; i < brace; i = unit_.after_group(i)) {
      if (unit_.is(i, ":")) return true;
      if (unit_.is(i, "(") && !takes_parentheses(unit_[i - 1])) return false;
      if (unit_.is(i, "=") || unit_.is(i, "*") || unit_.is(i, "&")) return false;
      if (unit_.is(i, "<") && unit_.template_end(i) != kNone) i = unit_.template_end(i);
      const bool word = unit_[i].is_identifier() && !takes_parentheses(unit_[i]) &&
                        !unit_.is(i, "final") && !unit_.is(i - 1, "::") && !unit_.is(i + 1, "::");
      if (word && named) return false;
      named |= word;
    }
    return true;
  }

  // A brace after a member initializer's name, `S() : a{1}, b{2} {}`, opens no body.
  bool starts_function_body(std::size_t brace) const {
    const Function function = read_function_head(unit_, heads_.back(), brace);
    if (function.name_token == kNone) return false;
    std::size_t after = unit_.after_group(function.parameters);
    for (; after < brace; after = unit_.after_group(after)) {
      if (unit_.is(after, ":")) break;
    }
    const bool in_initializers = after < brace;
    return !in_initializers || unit_.is(brace - 1, ")") || unit_.is(brace - 1, "}");
  }

  ScopeKind kind() const { return scopes_.scopes_[static_cast<std::size_t>(current_)].kind; }

  const Unit& unit_;
  Scopes& scopes_;
  std::map<std::size_t, Annotations> lambdas_;  // by the `{` of their bodies
  std::vector<std::size_t> heads_;              // where the current declaration starts
  std::vector<int> parentheses_ = {0};          // open in the current scope
  int current_ = 0;
};

Scopes::Scopes(const Unit& unit) { ScopeFinder(unit, *this).run(); }

bool Scopes::in_function(std::size_t token) const {
  const Scope* scope = &at(token);
  while (scope->kind == ScopeKind::kBlock || scope->kind == ScopeKind::kInitializer) {
    scope = &scopes_[static_cast<std::size_t>(scope->parent)];
  }
  return scope->kind == ScopeKind::kFunction || scope->kind == ScopeKind::kLambda;
}

const Function* Scopes::function_at(std::size_t token) const {
  for (const Scope* scope = &at(token); scope->parent >= 0;
       scope = &scopes_[static_cast<std::size_t>(scope->parent)]) {
    if (scope->function >= 0) return &functions_[static_cast<std::size_t>(scope->function)];
    if (scope->kind == ScopeKind::kClass || scope->kind == ScopeKind::kNamespace) return nullptr;
  }
  return nullptr;
}

Annotations Scopes::annotations_at(std::size_t token) const {
  for (const Scope* scope = &at(token); scope->parent >= 0;
       scope = &scopes_[static_cast<std::size_t>(scope->parent)]) {
    if (scope->annotations.any()) return scope->annotations;
    if (scope->function >= 0) {
      return functions_[static_cast<std::size_t>(scope->function)].annotations;
    }
  }
  return {};
}

bool Scopes::in_namespace(const Unit& unit, std::size_t token, std::string_view name) const {
  for (const Scope* scope = &at(token); scope->parent >= 0;
       scope = &scopes_[static_cast<std::size_t>(scope->parent)]) {
    if (scope->kind == ScopeKind::kNamespace && unit.is(scope->open - 1, name)) return true;
  }
  return false;
}

bool Scopes::in_template_or_inline(std::size_t token) const {
  bool in_class = false;
  bool found = false;
  for (const Scope* scope = &at(token); scope->parent >= 0;
       scope = &scopes_[static_cast<std::size_t>(scope->parent)]) {
    in_class |= scope->kind == ScopeKind::kClass;
    if (scope->function < 0) continue;
    const Function& function = functions_[static_cast<std::size_t>(scope->function)];
    found |= function.is_template || function.is_inline || function.is_constexpr;
  }
  return found || in_class;
}

}  // namespace emu::translator
