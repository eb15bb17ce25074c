#include "translator/device_runtime.h"

#include <cctype>
#include <unordered_map>
#include <vector>

namespace emu::translator {
namespace {

/// What nvcc compiles into the kernel itself.
bool is_in_kernel(std::string_view name) {
  static const UsedBy kNames = {"cudaGraphLaunch", "cudaGetCurrentGraphExec",
                                "cudaGraphSetConditional", "cudaGridDependencySynchronize",
                                "cudaTriggerProgrammaticLaunchCompletion"};
  return kNames.contains(name);
}

/// A launch, or `cudaMalloc(`.
bool uses_runtime(const Unit& unit, std::size_t i) {
  if (unit.is(i, "<<<")) return true;
  const std::string_view name = unit[i].text;
  return name.size() > 4 && name.starts_with("cuda") && std::isupper(name[4]) &&
         unit.is(i + 1, "(") && !is_in_kernel(name);
}

bool launches_graph(const Unit& unit, std::size_t i) {
  return unit.is(i, "cudaGraphLaunch") && unit.is(i + 1, "(");
}

/// Who does something at some token, and who may call whom, by name.
struct CallGraph {
  std::unordered_map<std::string_view, std::vector<std::string_view>> callers;
  std::vector<std::string_view> open;  // whose callers are still to be looked at
};

bool calls(const Unit& unit, std::size_t i) {
  return unit[i].is_identifier() && (unit.is(i + 1, "(") || unit.is(i + 1, "<"));
}

const Function* device_function_at(const Scopes& scopes, std::size_t i) {
  const Function* function = scopes.in_function(i) ? scopes.function_at(i) : nullptr;
  return function && function->annotations.runs_on_device() ? function : nullptr;
}

/// Most files do nothing of the kind, so that nothing more is asked about them.
template <class Does>
CallGraph call_graph(const Unit& unit, const Scopes& scopes, Does does) {
  CallGraph graph;
  for (std::size_t i = 0; i + 1 < unit.size(); ++i) {
    const Function* function = does(unit, i) ? device_function_at(scopes, i) : nullptr;
    if (function) graph.open.push_back(function->name);
  }
  for (std::size_t i = 0; !graph.open.empty() && i + 1 < unit.size(); ++i) {
    const Function* function = calls(unit, i) ? device_function_at(scopes, i) : nullptr;
    if (function) graph.callers[unit[i].text].push_back(function->name);
  }
  return graph;
}

UsedBy users(CallGraph graph) {
  UsedBy found;
  while (!graph.open.empty()) {
    const std::string_view user = graph.open.back();
    graph.open.pop_back();
    if (!found.insert(user).second) continue;
    const auto& callers = graph.callers[user];
    graph.open.insert(graph.open.end(), callers.begin(), callers.end());
  }
  return found;
}

}  // namespace

UsedBy users_of_device_runtime(const Unit& unit, const Scopes& scopes) {
  return users(call_graph(unit, scopes, uses_runtime));
}

UsedBy launchers_of_graphs(const Unit& unit, const Scopes& scopes) {
  return users(call_graph(unit, scopes, launches_graph));
}

}  // namespace emu::translator
