#include "device/grids/capture.h"

#include <algorithm>
#include <unordered_set>

#include "device/device.h"
#include "device/state.h"

namespace emu {

namespace {

void add_missing(std::vector<GraphNode*>& to, const std::vector<GraphNode*>& nodes) {
  for (GraphNode* node : nodes)
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
}

/// Whether an unsafe call of the running thread makes the capture invalid. What the thread has set
/// by cudaThreadExchangeStreamCaptureMode decides about captures of other threads.
bool minds_calls(const Capture& capture) {
  const HostThread& thread = *state.hosts.current;
  if (capture.mode == cudaStreamCaptureModeRelaxed ||
      thread.capture_mode == cudaStreamCaptureModeRelaxed)
    return false;
  return capture.thread == thread.number || (capture.mode == cudaStreamCaptureModeGlobal &&
                                             thread.capture_mode == cudaStreamCaptureModeGlobal);
}

}  // namespace

const cudaGraphEdgeData* programmatic_edge(const GraphNode& node, const GraphNode& earlier) {
  const auto found = node.edges.find(&earlier);
  const bool is_one =
      found != node.edges.end() && found->second.type == cudaGraphDependencyTypeProgrammatic;
  return is_one ? &found->second : nullptr;
}

GraphNode& Graph::add(GraphNode node) {
  nodes.push_back(std::make_unique<GraphNode>(std::move(node)));
  nodes.back()->graph = this;
  return *nodes.back();
}

Capture* capture_of(const Target& target) {
  return target.behind || !target.stream ? nullptr : target.stream->capture;
}

cudaError_t capture(const Target& target, GraphNode node) {
  Capture& capture = *target.stream->capture;
  if (capture.invalid) return cudaErrorStreamCaptureInvalidated;
  node.after = target.stream->frontier;
  const bool behind_kernel =
      node.after.size() == 1 && node.after[0]->type == cudaGraphNodeTypeKernel;
  if (node.may_start_early && behind_kernel)
    node.edges[node.after[0]] = {
        cudaGraphKernelNodePortProgrammatic, 0, cudaGraphDependencyTypeProgrammatic, {}};
  node.stream = target.stream;
  target.stream->frontier = {&capture.graph->add(std::move(node))};
  return cudaSuccess;
}

Capture* find_capture(std::uint64_t id) {
  for (const auto& capture : state.captures.under_way)
    if (capture->id == id) return capture.get();
  return nullptr;
}

Capture& begin_capture(Stream& origin, cudaStreamCaptureMode mode, Graph* into) {
  auto& capture = *state.captures.under_way.emplace_back(std::make_unique<Capture>());
  capture.id = ++state.captures.begun;
  capture.owns_graph = !into;
  capture.graph = into ? into : new Graph;
  capture.origin = &origin;
  capture.mode = mode;
  capture.thread = state.hosts.current->number;
  capture.streams = {&origin};
  origin.capture = &capture;
  origin.frontier.clear();
  return capture;
}

void capture_after(Capture& capture, Stream& stream, const std::vector<GraphNode*>& nodes) {
  if (!stream.capture) {
    stream.capture = &capture;
    stream.frontier.clear();
    capture.streams.push_back(&stream);
  }
  add_missing(stream.frontier, nodes);
}

bool has_unjoined(const Capture& capture) {
  std::unordered_set<const GraphNode*> joined;
  std::vector<const GraphNode*> rest(capture.origin->frontier.begin(),
                                     capture.origin->frontier.end());
  while (!rest.empty()) {
    const GraphNode* node = rest.back();
    rest.pop_back();
    if (joined.insert(node).second) rest.insert(rest.end(), node->after.begin(), node->after.end());
  }
  for (const Stream* stream : capture.streams)
    for (const GraphNode* node : stream->frontier)
      if (!joined.contains(node)) return true;
  return false;
}

void end_capture(Capture& capture) {
  for (Stream* stream : capture.streams) {
    stream->capture = nullptr;
    stream->frontier.clear();
  }
  std::erase_if(state.captures.under_way, [&](const auto& each) { return each.get() == &capture; });
}

cudaError_t disturb_capture(Stream* stream, cudaError_t error) {
  cudaError_t result = cudaSuccess;
  for (const auto& capture : state.captures.under_way) {
    if (stream ? stream->capture != capture.get() : !minds_calls(*capture)) continue;
    capture->invalid = true;
    result = error;
  }
  return result;
}

cudaError_t check_legacy_stream(const Stream& legacy) {
  if (state.captures.under_way.empty()) return cudaSuccess;
  for (Stream* stream : device(legacy.device).streams)
    if (stream->blocking && stream->capture)
      return disturb_capture(stream, cudaErrorStreamCaptureImplicit);
  return cudaSuccess;
}

}  // namespace emu
