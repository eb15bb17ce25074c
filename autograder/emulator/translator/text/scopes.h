// Braces and what they are: namespaces, classes, functions, lambdas, blocks; and the functions that
// the user's files declare, with the processors that they may run on.
#pragma once

#include <string_view>
#include <vector>

#include "translator/text/unit.h"

namespace emu::translator {

/// `__host__`, `__device__`, `__global__` as written on a function or lambda.
struct Annotations {
  bool host = false;
  bool device = false;
  bool global = false;

  bool any() const { return host || device || global; }
  bool runs_on_device() const { return device || global; }
};

/// A function as declared or defined in a namespace or class.
struct Function {
  std::string_view name;
  std::size_t head = kNone;        ///< first token of the declaration, after any template head
  std::size_t name_token = kNone;  ///< `operator` for operators
  std::size_t parameters = kNone;  ///< its `(`
  std::size_t end = kNone;         ///< the `{` of its body or the `;`
  bool is_defined = false;
  Annotations annotations;
  bool is_template = false;
  bool is_constexpr = false;
  bool is_inline = false;
  bool is_member = false;
  bool is_friend = false;
};

enum class ScopeKind { kFile, kNamespace, kClass, kEnum, kFunction, kLambda, kBlock, kInitializer };

struct Scope {
  ScopeKind kind = ScopeKind::kFile;
  int parent = -1;
  int function = -1;  ///< index into `Scopes::functions` of a kFunction
  std::size_t open = 0;
  Annotations annotations{};  ///< of a kLambda
};

class Scopes {
 public:
  explicit Scopes(const Unit& unit);

  const std::vector<Function>& functions() const { return functions_; }
  const Scope& at(std::size_t token) const { return scopes_[scope_of_[token]]; }
  /// Inside a function or lambda body.
  bool in_function(std::size_t token) const;
  /// The function around `token`, looking through lambdas and blocks; null at namespace scope.
  const Function* function_at(std::size_t token) const;
  /// Where code at `token` may run: annotations of the nearest annotated lambda or of the function.
  Annotations annotations_at(std::size_t token) const;
  /// Inside a namespace of this name, however deep.
  bool in_namespace(const Unit& unit, std::size_t token, std::string_view name) const;
  /// Inside a function that exists once a program, not once a translation unit.
  bool in_template_or_inline(std::size_t token) const;

 private:
  friend class ScopeFinder;

  std::vector<Function> functions_;
  std::vector<Scope> scopes_;
  std::vector<std::uint32_t> scope_of_;  // of every token
};

/// Reads annotations among the tokens `first` to before `last`, outside of parentheses.
Annotations annotations_between(const Unit& unit, std::size_t first, std::size_t last);

/// Skips one `template <…>` head, with its `requires` clause where that is in parentheses.
std::size_t after_template_heads(const Unit& unit, std::size_t i);

}  // namespace emu::translator
