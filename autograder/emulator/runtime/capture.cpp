// Capturing streams: the calls that begin, end and look at a capture. What is captured in between
// is the business of device/grids/capture.h.
#include <algorithm>
#include <utility>

#include "cuda_runtime_api.h"
#include "device/state.h"
#include "runtime/graphs/graph.h"
#include "runtime/state.h"

namespace emu {

namespace {

bool is_mode(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

/// The nodes behind an array of handles; false when one of them is none of the graph's.
bool find_nodes(const Graph& graph, const cudaGraphNode_t* handles, std::size_t count,
                std::vector<GraphNode*>& nodes) {
  for (std::size_t i = 0; i < count; ++i) {
    GraphNode* node = find_node(handles[i]);
    if (!node || node->graph != &graph) return false;
    nodes.push_back(node);
  }
  return true;
}

/// Whether edges to what is captured next would say something, which only launches do here.
bool says_something(const cudaGraphEdgeData* edges, std::size_t count) {
  return edges && std::any_of(edges, edges + count,
                              [](const cudaGraphEdgeData& edge) { return edge.type != 0; });
}

cudaError_t object_to_edges(const Call& call) {
  return object_to_unsupported(
      call,
      "programmatic edges to what a stream captures next; launch the kernel with "
      "cudaLaunchAttributeProgrammaticStreamSerialization, or add the edge to the graph");
}

cudaError_t begin(cudaStream_t handle, cudaStreamCaptureMode mode, Graph* into,
                  const std::vector<GraphNode*>& after) {
  const Target target = resolve(handle, line_of_call);
  if (target.error != cudaSuccess) return target.error;
  if (!is_mode(mode)) return cudaErrorInvalidValue;
  Stream& stream = *target.stream;
  if (&stream == &device(stream.device).legacy) return cudaErrorStreamCaptureUnsupported;
  if (stream.capture) return cudaErrorIllegalState;
  begin_capture(stream, mode, into);
  stream.frontier = after;
  return cudaSuccess;
}

bool is_another_threads(const Capture& capture) {
  return capture.mode != cudaStreamCaptureModeRelaxed &&
         capture.thread != state.hosts.current->number;
}

cudaError_t end(cudaStream_t handle, cudaGraph_t* result) {
  const Target target = resolve(handle, line_of_call);
  if (target.error != cudaSuccess) return target.error;
  if (!result) return cudaErrorInvalidValue;
  *out(result) = nullptr;
  Capture* capture = target.stream->capture;
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != target.stream)
    return disturb_capture(target.stream, cudaErrorStreamCaptureUnmatched);
  cudaError_t error = cudaSuccess;
  if (capture->invalid)
    error = cudaErrorStreamCaptureInvalidated;
  else if (is_another_threads(*capture))  // it is over all the same
    error = cudaErrorStreamCaptureWrongThread;
  else if (has_unjoined(*capture))
    error = cudaErrorStreamCaptureUnjoined;
  Graph* const graph = capture->graph;
  const bool fresh = capture->owns_graph;
  end_capture(*capture);
  if (error == cudaSuccess) *out(result) = fresh ? publish(graph) : handle_of(graph);
  if (error != cudaSuccess && fresh) delete graph;
  return error;
}

cudaStreamCaptureStatus status_of(const Stream& stream) {
  if (!stream.capture) return cudaStreamCaptureStatusNone;
  return stream.capture->invalid ? cudaStreamCaptureStatusInvalidated
                                 : cudaStreamCaptureStatusActive;
}

/// Asking about the legacy stream is allowed only while nothing is captured that it would wait for.
template <class Body>
cudaError_t ask(cudaStream_t handle, const cudaStreamCaptureStatus* status, Body&& body) {
  if (!status) return cudaErrorInvalidValue;
  const Target target = resolve(handle, line_of_call);
  return target.error != cudaSuccess ? target.error : body(*target.stream);
}

}  // namespace

extern "C" cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return api({"cudaStreamBeginCapture", EMU_SITE},
             [&](const Call&) { return begin(stream, mode, nullptr, {}); });
}

extern "C" cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                     const cudaGraphNode_t* dependencies,
                                                     const cudaGraphEdgeData* edges,
                                                     std::size_t count,
                                                     cudaStreamCaptureMode mode) {
  return api({"cudaStreamBeginCaptureToGraph", EMU_SITE}, [&](const Call& call) {
    if (says_something(edges, count)) return object_to_edges(call);
    Graph* into = find_graph(graph);
    std::vector<GraphNode*> after;
    if (!into || !find_nodes(*into, dependencies, count, after)) return cudaErrorInvalidValue;
    return begin(stream, mode, into, after);
  });
}

extern "C" cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return api({"cudaStreamEndCapture", EMU_SITE}, [&](const Call&) { return end(stream, graph); });
}

extern "C" cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return api({"cudaStreamIsCapturing", EMU_SITE}, [&](const Call&) {
    return ask(stream, status, [&](const Stream& known) {
      *out(status) = status_of(known);
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                cudaStreamCaptureStatus* status,
                                                unsigned long long* id, cudaGraph_t* graph,
                                                const cudaGraphNode_t** dependencies,
                                                const cudaGraphEdgeData** edges,
                                                std::size_t* count) {
  return api({"cudaStreamGetCaptureInfo", EMU_SITE}, [&](const Call&) {
    return ask(stream, status, [&](const Stream& known) {
      *out(status) = status_of(known);
      if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
      std::vector<cudaGraphNode_t>& nodes = runtime.captured;
      nodes.clear();
      for (const GraphNode* node : known.frontier) nodes.push_back(handle_of(node));
      if (id) *out(id) = known.capture->id;
      if (graph) *out(graph) = handle_of(known.capture->graph);
      if (dependencies) *out(dependencies) = nodes.data();
      if (edges) *out(edges) = nullptr;
      if (count) *out(count) = nodes.size();
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                           cudaGraphNode_t* dependencies,
                                                           const cudaGraphEdgeData* edges,
                                                           std::size_t count, unsigned flags) {
  return api({"cudaStreamUpdateCaptureDependencies", EMU_SITE}, [&](const Call& call) {
    if (says_something(edges, count)) return object_to_edges(call);
    const Target target = resolve(stream, line_of_call);
    if (target.error != cudaSuccess) return target.error;
    Capture* capture = target.stream->capture;
    std::vector<GraphNode*> nodes;
    if (!capture) return cudaErrorIllegalState;
    if (flags > cudaStreamSetCaptureDependencies ||
        !find_nodes(*capture->graph, dependencies, count, nodes))
      return cudaErrorInvalidValue;
    if (flags == cudaStreamSetCaptureDependencies) target.stream->frontier.clear();
    capture_after(*capture, *target.stream, nodes);
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api({"cudaThreadExchangeStreamCaptureMode", EMU_SITE}, [&](const Call&) {
    if (!mode || !is_mode(*mode)) return cudaErrorInvalidValue;
    std::swap(state.hosts.current->capture_mode, *mode);
    return cudaSuccess;
  });
}

}  // namespace emu
