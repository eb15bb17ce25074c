#include "device/grids/kernel_pointer.h"
#include "emulator/program.h"
#include "runtime/graphs/nodes.h"
#include "runtime/operations.h"
#include "runtime/state.h"
#include "runtime/transfer.h"

namespace emu {

namespace {

/// The stream that writes nodes down.
cudaStream_t scribe() {
  if (!runtime.scribe) runtime.scribe = make_stream(0, cudaStreamNonBlocking, 0);
  runtime.scribe->device = current_device().number;
  return reinterpret_cast<cudaStream_t>(runtime.scribe);
}

}  // namespace

cudaError_t write_node(Graph& graph, const std::vector<GraphNode*>& after, const Sends& make,
                       GraphNode** result) {
  const cudaStream_t stream = scribe();
  Capture& under_way = begin_capture(*find_stream(stream), cudaStreamCaptureModeRelaxed, &graph);
  find_stream(stream)->frontier = after;
  const std::size_t before = graph.nodes.size();
  const cudaError_t error = make(stream);
  end_capture(under_way);
  if (error != cudaSuccess) return error;
  if (graph.nodes.size() == before) return cudaErrorInvalidValue;
  graph.nodes.back()->stream = nullptr;
  *out(result) = graph.nodes.back().get();
  return cudaSuccess;
}

Sends kernel_of(const Call& call, const cudaKernelNodeParams& p) {
  return [&](cudaStream_t stream) -> cudaError_t {
    const KernelPointer* how = find_kernel_pointer(p.func);
    if (!how || p.extra) {
      return object_to_unsupported(
          call, p.extra ? "arguments of a kernel node in `extra`; use `kernelParams`"
                        : "a kernel node whose `func` is not a kernel cast by (void*)kernel");
    }
    if (how->count != 0 && !p.kernelParams) return cudaErrorInvalidValue;
    call_program(how->stage, p.func, p.kernelParams);
    const checker::SourceLine& where = line_of(call.site);
    return launch_checked(p.gridDim, p.blockDim, p.sharedMemBytes, stream, false,
                          SourceLocation::current(where.file.c_str(), where.line, call.name));
  };
}

Sends line_copy(const Call& call, void* to, const void* from, std::size_t count,
                cudaMemcpyKind kind) {
  return [=, &call](cudaStream_t stream) {
    auto* const source = static_cast<char*>(const_cast<void*>(from));
    return copy(call, {static_cast<char*>(to), count, count}, {source, count, count}, {count}, kind,
                {stream});
  };
}

Sends box_copy(const cudaMemcpy3DParms& p) {
  return [&](cudaStream_t stream) { return cudaMemcpy3DAsync(&p, stream); };
}

Sends box_fill(const Call& call, const cudaMemsetParams& p) {
  return [&](cudaStream_t stream) {
    const std::size_t element = p.elementSize;
    if (element != 1 && element != 2 && element != 4) return cudaErrorInvalidValue;
    return fill(call, {static_cast<char*>(p.dst), p.pitch, p.pitch * p.height},
                static_cast<int>(p.value), {p.width * element, p.height}, {stream}, element);
  };
}

Sends host_call(const cudaHostNodeParams& p) {
  return [&](cudaStream_t stream) { return cudaLaunchHostFunc(stream, p.fn, p.userData); };
}

Sends special(cudaGraphNodeType type, std::function<WorkRef(const Target&)> issue) {
  return [type, issue = std::move(issue)](cudaStream_t stream) {
    GraphNode node;
    node.type = type;
    node.issue = issue;
    return capture(resolve(stream, line_of_call), std::move(node));
  };
}

cudaError_t keep_given(cudaError_t error, GraphNode* node, const cudaKernelNodeParams& p) {
  if (error != cudaSuccess) return error;
  auto kept = std::make_shared<KernelParameters>();
  kept->given = p;
  const KernelPointer& how = *find_kernel_pointer(p.func);
  for (std::size_t i = 0; i < how.count; ++i) {
    const char* value = static_cast<const char*>(p.kernelParams[i]);
    kept->values.emplace_back(value, value + how.sizes[i]);
  }
  for (auto& value : kept->values) kept->pointers.push_back(value.data());
  kept->given.kernelParams = kept->pointers.data();
  node->parameters = std::move(kept);
  return cudaSuccess;
}

}  // namespace emu
