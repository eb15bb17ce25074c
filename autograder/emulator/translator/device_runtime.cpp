#include "translator/device_runtime.h"

#include <cctype>
#include <unordered_map>
#include <vector>

namespace emu::translator {
namespace {

using Names = std::unordered_set<std::string_view>;

/// What nvcc compiles into the kernel itself.
bool is_built_in(std::string_view name) {
  static const Names kNames = {"cudaGraphLaunch", "cudaGetCurrentGraphExec",
                               "cudaGraphSetConditional", "cudaGridDependencySynchronize",
                               "cudaTriggerProgrammaticLaunchCompletion"};
  return kNames.contains(name);
}

/// `cudaMalloc(`: a function of the runtime is called.
bool is_runtime_call(const Unit& unit, std::size_t i) {
  const std::string_view name = unit[i].text;
  return name.size() > 4 && name.starts_with("cuda") && std::isupper(name[4]) &&
         unit.is(i + 1, "(") && !is_built_in(name);
}

/// Who may call whom, by name.
struct Calls {
  std::unordered_map<std::string_view, std::vector<std::string_view>> callers;
  std::vector<std::string_view> users;  // so far
};

void note_call(const Unit& unit, std::size_t i, std::string_view caller, Calls& calls) {
  if (unit.is(i, "<<<")) return calls.users.push_back(caller);
  if (!unit[i].is_identifier() || !(unit.is(i + 1, "(") || unit.is(i + 1, "<"))) return;
  if (is_runtime_call(unit, i)) return calls.users.push_back(caller);
  calls.callers[unit[i].text].push_back(caller);
}

}  // namespace

Names users_of_device_runtime(const Unit& unit, const Scopes& scopes) {
  Calls calls;
  for (std::size_t i = 0; i + 1 < unit.size(); ++i) {
    if (!scopes.in_function(i)) continue;
    const Function* function = scopes.function_at(i);
    if (function && function->annotations.runs_on_device())
      note_call(unit, i, function->name, calls);
  }
  Names users;
  while (!calls.users.empty()) {
    const std::string_view user = calls.users.back();
    calls.users.pop_back();
    if (!users.insert(user).second) continue;
    const auto& callers = calls.callers[user];
    calls.users.insert(calls.users.end(), callers.begin(), callers.end());
  }
  return users;
}

}  // namespace emu::translator
