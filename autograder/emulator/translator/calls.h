// Calls by name in the bodies of the user's functions.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "translator/text/scopes.h"

namespace emu::translator {

/// Every function that the user's files declare, by its unqualified name.
using FunctionsByName = std::unordered_map<std::string_view, std::vector<const Function*>>;
FunctionsByName functions_by_name(const Scopes& scopes);

/// `name(…)` or `name<…>(…)` with the name at token `i`, inside a function, not a member of an
/// object, not a declaration, and not hidden by a parameter or local variable of that name.
bool is_plain_call(const Unit& unit, const Scopes& scopes, std::size_t i);

/// Whether the call named at token `i` can mean `function`, by the namespace before its name and
/// the number of its arguments: `std::sort(a, b)` is not the user's kernel `sort`.
bool can_mean(const Unit& unit, const Scopes& scopes, std::size_t i, const Function& function);

/// The name at token `i` is that of a parameter or variable of the function around it.
bool is_hidden(const Unit& unit, const Scopes& scopes, std::size_t i);

/// `__global__ function("k")`: what the call at token `i` comes from, in nvcc's words.
std::string caller_words(const Scopes& scopes, std::size_t i);

/// The names of a function's parameters, of those that have one; a pack as `name...`.
std::vector<std::string> parameter_names(const Unit& unit, const Function& function);

/// `h(int *, float)`, nearly as nvcc prints it.
std::string signature(const Unit& unit, const Function& function);

}  // namespace emu::translator
