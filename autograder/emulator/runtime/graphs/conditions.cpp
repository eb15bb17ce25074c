#include "runtime/graphs/conditions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "device/finding.h"
#include "device/graphs/run.h"
#include "device/grids/grid.h"
#include "device/state.h"
#include "runtime/graphs/device_launch.h"
#include "runtime/operations.h"
#include "runtime/state.h"

namespace emu {

namespace {

/// A conditional node that runs: what it has sent off last, and what waits until it has decided for
/// no further body.
struct Decision {
  ConditionalRef node;
  Target where;
  WorkRef latest, end;
  bool holds_end = false;
};

bool is_size(cudaGraphConditionalNodeType type, unsigned size) {
  switch (type) {
    case cudaGraphCondTypeIf:
      return size == 1 || size == 2;
    case cudaGraphCondTypeWhile:
      return size == 1;
    case cudaGraphCondTypeSwitch:
      return size >= 1;
  }
  return false;
}

std::string line_words(const void* site) { return std::to_string(line_of(site).line); }

void tell_unset(const Target& where, const Conditional& node) {
  object(
      node.call, "unset-condition",
      (where.node.empty() ? "a conditional node" : std::string(where.node)) +
          " reads a condition that has no default and that no kernel has set in this launch: its "
          "value is undefined (an H200 took 0); create the handle with "
          "cudaGraphCondAssignDefault, or set it in a kernel before the node",
      "C11");
}

void tell_race(const void* site, const void* other, std::string message) {
  report_finding({.rule = "race",
                  .message = std::move(message),
                  .where = line_of(site),
                  .other = line_of(other),
                  .cites = "C14"});
}

void tell_set_beside_node(const void* set_by, const void* node) {
  tell_race(set_by, node,
            "cudaGraphSetConditional sets a condition, and nothing orders that and the conditional "
            "node of line " +
                line_words(node) +
                ", which reads it: set it in a kernel that the node comes after, or in its body");
}

unsigned read(Decision& decision) {
  Condition& condition = decision.where.run->conditions[decision.node->handle];
  if (!condition.is_set && !condition.has_default) tell_unset(decision.where, *decision.node);
  if (condition.is_set && !checker::comes_before(condition.set_at))
    tell_set_beside_node(condition.set_by, decision.node->call.site);
  condition.is_read = true;
  condition.read_at = checker::current();
  condition.read_by = decision.node->call.site;
  return condition.value;
}

/// Null: none.
const Graph* choose_body(Decision& decision) {
  const unsigned value = read(decision);
  const auto& bodies = decision.node->bodies;
  const bool is_switch = decision.node->type == cudaGraphCondTypeSwitch;
  const std::size_t chosen = is_switch ? value : value != 0 ? 0 : 1;
  return chosen < bodies.size() ? bodies[chosen].get() : nullptr;
}

bool loops(const Decision& decision) { return decision.node->type == cudaGraphCondTypeWhile; }

/// There is no further body: what waits for the node waits for the latest.
void end_after_latest(Decision& decision) {
  run_after(*decision.end, *decision.latest);
  if (std::exchange(decision.holds_end, false)) --decision.end->unmet;
}

void decide(const std::shared_ptr<Decision>& decision);

/// Sends off the body that the condition asks for, or lets the node end.
void go_on(const std::shared_ptr<Decision>& decision) {
  const Graph* const body = choose_body(*decision);
  if (body && loops(*decision) && !seem_to_end(decision->node->call)) return;
  const SendTogether together(SendTogether::By::kDevice);
  if (!body) return end_after_latest(*decision);
  const std::vector<WorkRef> behind{decision->latest};
  Target target = decision->where;
  target.behind = &behind;
  target.in_body = true;
  GraphEnds ends;
  if (loops(*decision)) ends.at_end = [decision] { decide(decision); };
  decision->latest =
      issue_graph(decision->node->call, *body, target, ends, report::GraphRun::Way::kBody);
  if (!loops(*decision)) return end_after_latest(*decision);
  if (!std::exchange(decision->holds_end, true)) ++decision->end->unmet;
}

/// It is decided wherever the scheduler is.
void decide(const std::shared_ptr<Decision>& decision) {
  Block* const block = std::exchange(current_block, nullptr);
  go_on(decision);
  current_block = block;
}

bool may_be_in_body(const GraphNode& node) {
  switch (node.type) {
    case cudaGraphNodeTypeKernel:
      return !node.calls_runtime;
    case cudaGraphNodeTypeMemcpy:
      return !node.pageable;
    case cudaGraphNodeTypeMemset:
    case cudaGraphNodeTypeEmpty:
    case cudaGraphNodeTypeGraph:
    case cudaGraphNodeTypeConditional:
      return true;
    default:
      return false;
  }
}

/// `look` at each conditional node, those in bodies included.
template <class Look>
void each_conditional(const Graph& graph, Look&& look) {
  for (const auto& node : graph.nodes) {
    const Conditional* conditional = conditional_of(*node);
    if (!conditional) continue;
    look(*conditional);
    for (const auto& body : conditional->bodies) each_conditional(*body, look);
  }
}

bool has_unused_handle(const Graph& graph) {
  bool unused = false;
  for (const auto& [handle, made] : runtime.handles.conditions)
    unused = unused || (made.graph == &graph && !made.used);
  each_conditional(graph, [&](const Conditional& conditional) {
    for (const auto& body : conditional.bodies)
      for (const auto& [handle, made] : runtime.handles.conditions)
        unused = unused || (made.graph == body.get() && !made.used);
  });
  return unused;
}

cudaError_t create_handle(cudaGraphConditionalHandle* result, cudaGraph_t handle, unsigned value,
                          unsigned flags) {
  const Graph* graph = find_graph(handle);
  if (!result || !graph || flags > cudaGraphCondAssignDefault) return cudaErrorInvalidValue;
  const cudaGraphConditionalHandle made = ++runtime.handles.conditions_made;
  runtime.handles.conditions[made] = {graph, value, flags == cudaGraphCondAssignDefault, false};
  *out(result) = made;
  return cudaSuccess;
}

/// What the handle means for the running thread; null when it means nothing.
Condition* condition_here(cudaGraphConditionalHandle handle) {
  GraphRun* run = current_block ? current_block->grid->run.get() : nullptr;
  if (!run) return nullptr;
  const auto found = run->conditions.find(handle);
  return found == run->conditions.end() ? nullptr : &found->second;
}

void set(const Call& call, cudaGraphConditionalHandle handle, unsigned value) {
  Condition* const condition = condition_here(handle);
  if (!condition) {
    object(
        call, "device-api",
        "cudaGraphSetConditional sets a condition that the running kernel's graph does not have: "
        "only kernels that are nodes of the graph of the handle, or of bodies in it, may set it; "
        "on a card the program ends with error 700",
        "C11");
    return device_fault(cudaErrorIllegalAddress);
  }
  if (condition->is_set && condition->value != value && !checker::comes_before(condition->set_at))
    tell_race(call.site, condition->set_by,
              "cudaGraphSetConditional sets a condition to " + std::to_string(value) +
                  ", and the call at line " + line_words(condition->set_by) + " sets it to " +
                  std::to_string(condition->value) +
                  ": nothing orders the two, so either value may hold; let one thread of one "
                  "kernel set it");
  if (condition->is_read && !checker::comes_before(condition->read_at))
    tell_set_beside_node(call.site, condition->read_by);
  condition->value = value;
  condition->is_set = true;
  condition->set_at = checker::current();
  condition->set_by = call.site;
}

}  // namespace

Conditional::~Conditional() {
  for (const cudaGraph_t body : handles) {
    forget_conditions(*reinterpret_cast<const Graph*>(body));
    runtime.handles.graphs.erase(body);
    note_destroyed(body, calls.site);
  }
}

void forget_conditions(const Graph& graph) {
  std::erase_if(runtime.handles.conditions,
                [&](const auto& each) { return each.second.graph == &graph; });
}

Conditional* conditional_of(const GraphNode& node) {
  return node.type == cudaGraphNodeTypeConditional
             ? static_cast<Conditional*>(node.parameters.get())
             : nullptr;
}

ConditionalRef make_conditional(const Call& call, const cudaConditionalNodeParams& given) {
  const auto made = runtime.handles.conditions.find(given.handle);
  if (made == runtime.handles.conditions.end() || made->second.used ||
      !is_size(given.type, given.size))
    return nullptr;
  auto conditional = std::make_shared<Conditional>();
  conditional->call = call;
  conditional->handle = given.handle;
  conditional->value = made->second.value;
  conditional->has_default = made->second.has_default;
  conditional->type = given.type;
  for (unsigned i = 0; i < given.size; ++i)
    conditional->bodies.emplace_back(std::make_unique<Graph>())->is_body = true;
  return conditional;
}

void hand_out_bodies(Conditional& made, cudaConditionalNodeParams& given) {
  runtime.handles.conditions.at(made.handle).used = true;
  for (const auto& body : made.bodies) made.handles.push_back(publish(body.get()));
  given.phGraph_out = made.handles.data();
}

void decide_by(GraphNode& node, ConditionalRef conditional) {
  node.type = cudaGraphNodeTypeConditional;
  node.what = std::to_string(conditional->type) + " " + std::to_string(conditional->bodies.size());
  node.parameters = conditional;
  node.issue = [conditional = std::weak_ptr(conditional)](const Target& where) {
    return issue_conditional(conditional.lock(), where);
  };
}

ConditionalRef copy_of(const Conditional& conditional) {
  auto copy = std::make_shared<Conditional>();
  copy->call = conditional.call;
  copy->handle = conditional.handle;
  copy->type = conditional.type;
  copy->value = conditional.value;
  copy->has_default = conditional.has_default;
  for (const auto& body : conditional.bodies)
    copy_nodes(*copy->bodies.emplace_back(std::make_unique<Graph>()), *body);
  return copy;
}

WorkRef issue_conditional(const ConditionalRef& conditional, const Target& where) {
  const auto decision = std::make_shared<Decision>();
  decision->node = conditional;
  decision->where = where;
  decision->where.behind = decision->where.behind_early = nullptr;  // gone when it is decided
  Task first;
  first.perform = [decision] { decide(decision); };
  decision->latest = send(conditional->call, where, std::move(first));
  const std::vector<WorkRef> behind{decision->latest};
  Target after = decision->where;
  after.behind = &behind;
  return decision->end = send(conditional->call, after, {});
}

bool has_conditions(const Graph& graph) {
  return std::ranges::any_of(graph.nodes,
                             [](const auto& node) { return conditional_of(*node) != nullptr; });
}

cudaGraphInstantiateResult check_conditions(const Graph& graph) {
  if (has_unused_handle(graph)) return cudaGraphInstantiateConditionalHandleUnused;
  bool fit = true;
  each_conditional(graph, [&](const Conditional& conditional) {
    for (const auto& body : conditional.bodies)
      fit = fit && std::ranges::all_of(body->nodes,
                                       [](const auto& node) { return may_be_in_body(*node); });
  });
  return fit ? cudaGraphInstantiateSuccess : cudaGraphInstantiateNodeOperationNotSupported;
}

void begin_conditions(const Graph& graph, GraphRun& run) {
  each_conditional(graph, [&](const Conditional& conditional) {
    Condition& condition = run.conditions[conditional.handle];
    condition.has_default = conditional.has_default;
    condition.value = conditional.has_default ? conditional.value : 0;
  });
}

extern "C" cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle,
                                                        cudaGraph_t graph, unsigned value,
                                                        unsigned flags) {
  return api({"cudaGraphConditionalHandleCreate", EMU_SITE},
             [&](const Call&) { return create_handle(handle, graph, value, flags); });
}

extern "C" cudaError_t cudaGraphConditionalHandleCreate_v2(cudaGraphConditionalHandle* handle,
                                                           cudaGraph_t graph,
                                                           cudaExecutionContext_t context,
                                                           unsigned value, unsigned flags) {
  return api({"cudaGraphConditionalHandleCreate_v2", EMU_SITE}, [&](const Call& call) {
    if (context) return object_to_unsupported(call, "execution contexts; pass a null pointer");
    return create_handle(handle, graph, value, flags);
  });
}

extern "C" void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  const Call call{"cudaGraphSetConditional", EMU_SITE};
  if (refusal() != cudaSuccess) return;
  calls.site = call.site;
  set(call, handle, value);
  write_down(call, cudaSuccess);
}

}  // namespace emu
