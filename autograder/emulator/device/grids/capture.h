// What a stream that is being captured does with its work: nothing runs, a graph remembers it.
//
// A stream knows the nodes that its next one comes after (its frontier). An event recorded in it
// remembers them, and a stream that waits for the event is captured from then on, too.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "device/grids/stream.h"
#include "device/grids/work.h"
#include "driver_types.h"

namespace emu {

struct Graph;

/// One piece of a graph's work. What a cudaGraphNode_t points at.
struct GraphNode {
  Graph* graph = nullptr;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<GraphNode*> after;
  /// What the edges from some of these say, if it is anything.
  std::unordered_map<const GraphNode*, cudaGraphEdgeData> edges{};
  /// Sends the work off, in the order that the target says.
  std::function<WorkRef(const Target&)> issue;
  Stream* stream = nullptr;  ///< that it was captured in; null for explicit nodes
  /// What it does can be replaced only by something equal: the kernel's name, the copy's direction.
  std::string what;
  bool enabled = true;
  std::string kernel;                   // its kernel's name, for messages
  bool calls_runtime = false;           // its kernel, or one that it calls, uses the device runtime
  bool pageable = false;                // it copies from or to ordinary memory of the host
  std::string_view name;                ///< in messages, of an executable graph's node
  bool may_start_early = false;         ///< captured of a launch with the attribute (Q1)
  const GraphNode* original = nullptr;  ///< of a node of an executable graph: what it was made from
  std::shared_ptr<void> parameters;     ///< of explicit nodes: what was asked for
};

/// The edge by which a node may start before `earlier` is complete; null where it is another one.
const cudaGraphEdgeData* programmatic_edge(const GraphNode& node, const GraphNode& earlier);

/// What a cudaGraph_t points at.
struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes;
  bool is_body = false;  ///< of a conditional node, to which it belongs

  GraphNode& add(GraphNode node);
};

/// Streams that are being captured into one graph.
struct Capture {
  std::uint64_t id = 0;
  Graph* graph = nullptr;
  bool owns_graph = true;  ///< false: the user's own (cudaStreamBeginCaptureToGraph)
  Stream* origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  unsigned thread = 0;  ///< that began it
  std::vector<Stream*> streams;
  bool invalid = false;
};

/// By begin_capture and end_capture.
struct Captures {
  std::vector<std::unique_ptr<Capture>> under_way;
  std::uint64_t begun = 0;
};

/// The capture that a target's stream is in; null when its work is to run.
Capture* capture_of(const Target& target);
/// Writes the work down as the stream's next node. Fails once the capture is invalid.
cudaError_t capture(const Target& target, GraphNode node);

/// The capture of that id; null when it has ended.
Capture* find_capture(std::uint64_t id);
Capture& begin_capture(Stream& origin, cudaStreamCaptureMode mode, Graph* into);
/// `stream` goes on after these nodes, too; it joins the capture if it is not in it.
void capture_after(Capture& capture, Stream& stream, const std::vector<GraphNode*>& nodes);
/// Some stream's nodes are not before the origin's next one: a fork was never joined.
bool has_unjoined(const Capture& capture);
/// The streams run their work again.
void end_capture(Capture& capture);

/// A call that a capture cannot take makes it invalid and fails with `error`: of a captured stream
/// or, with null, of any capture that minds: one of this thread's, or another's that is global.
cudaError_t disturb_capture(Stream* stream, cudaError_t error);
/// Work for the legacy stream would wait for blocking streams that are being captured: 906.
cudaError_t check_legacy_stream(const Stream& legacy);

}  // namespace emu
