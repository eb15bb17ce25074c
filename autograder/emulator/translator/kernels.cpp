// `__global__ void k(params) { body }` becomes a stub: the same function, whose body hands a lambda
// with the user's body, and copies of the parameters that it uses, to `emu::kernel`, and tells it
// of all parameters. The signature stays as it is, so templates, overloads, default arguments and
// function pointers keep working.
#include "translator/calls.h"
#include "translator/device_runtime.h"
#include "translator/passes.h"

namespace emu::translator {
namespace {

// The arguments of the first `word(…)` between two tokens, each as text.
std::vector<std::string> arguments_of(const Unit& unit, std::size_t first, std::size_t last,
                                      std::string_view word) {
  std::vector<std::string> arguments;
  for (std::size_t i = first; i < last; ++i) {
    if (!unit.is(i, word) || !unit.is(i + 1, "(") || unit.partner(i + 1) == kNone) continue;
    std::size_t start = i + 2;
    const std::size_t close = unit.partner(i + 1);
    for (std::size_t j = start; j <= close;) {
      const bool template_arguments =
          unit.is(j, "<") && unit[j - 1].is_identifier() && unit.template_end(j) != kNone;
      if (unit.is(j, ",") || j == close) {
        arguments.push_back(unit.words(start, j));
        start = j + 1;
      }
      j = template_arguments ? unit.template_end(j) + 1 : unit.after_group(j);
    }
    break;
  }
  return arguments;
}

/// What functions do besides computing.
struct Uses {
  UsedBy runtime, graphs;
};

std::string traits(const Unit& unit, const Function& kernel, const Uses& uses) {
  const auto bounds = arguments_of(unit, kernel.head, kernel.end, "__launch_bounds__");
  const auto cluster = arguments_of(unit, kernel.head, kernel.end, "__cluster_dims__");
  std::string text = "::emu::KernelTraits{";
  const auto count = [](const std::string& value) {
    return "static_cast<unsigned>(" + value + ")";
  };
  if (!bounds.empty()) text += ".max_threads = " + count(bounds[0]) + ", ";
  if (bounds.size() > 1) text += ".min_blocks = " + count(bounds[1]) + ", ";
  if (uses.runtime.contains(kernel.name)) text += ".calls_runtime = true, ";
  if (uses.graphs.contains(kernel.name)) text += ".launches_graphs = true, ";
  if (!cluster.empty()) {
    text += ".cluster = {";
    for (std::size_t i = 0; i < 3; ++i)
      text += (i < cluster.size() ? count(cluster[i]) : "1") + ", ";
    text += "}";
  }
  return text + "}";
}

std::string named_arguments(const Unit& unit, const Function& kernel) {
  std::string text;
  for (const std::string& name : parameter_names(unit, kernel)) {
    const bool pack = name.ends_with("...");
    const std::string plain = pack ? name.substr(0, name.size() - 3) : name;
    text += (text.empty() ? "" : ", ") + ("::emu::argument<decltype(" + plain) + ")>(" + plain +
            (pack ? ")..." : ")");
  }
  return text.empty() ? "" : ", {" + text + "}";
}

/// g++ takes a lambda whose whole body is `volatile char c = x;` for a constant expression, and
/// then objects to the volatile: it needs another statement. What is `__shared__` becomes several.
std::string first_statement(const Unit& unit, std::size_t body) {
  const auto has = [&](std::string_view word) {
    for (std::size_t i = body; i < unit.partner(body); ++i)
      if (unit.is(i, word)) return true;
    return false;
  };
  return has("volatile") && !has("__shared__") ? " (void)0;" : "";
}

void translate_definition(Work& work, const Function& kernel, const Uses& uses) {
  const Unit& unit = work.unit;
  if (unit.partner(kernel.end) == kNone) return;
  for (std::size_t i = kernel.head; i < kernel.end; ++i) {
    if (unit.is(i, "__global__")) work.edits.replace(i, i, "__attribute__((noinline))");
  }
  work.edits.insert_after(kernel.end, " ::emu::kernel(" + traits(unit, kernel, uses) +
                                          ", [=] [[gnu::always_inline]] () mutable -> void {" +
                                          first_statement(unit, kernel.end));
  work.edits.insert_after(unit.partner(kernel.end), named_arguments(unit, kernel) + "); }");
}

}  // namespace

void translate_kernels(Work& work) {
  const Uses uses = {users_of_device_runtime(work.unit, work.scopes),
                     launchers_of_graphs(work.unit, work.scopes)};
  for (const Function& function : work.scopes.functions()) {
    if (function.annotations.global && function.is_defined)
      translate_definition(work, function, uses);
  }
}

}  // namespace emu::translator
