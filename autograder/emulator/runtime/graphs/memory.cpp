#include "runtime/graphs/memory.h"

#include <utility>

#include "device/border/handed_over/handed_over.h"
#include "memory/memory.h"
#include "runtime/operations.h"
#include "runtime/state.h"

namespace emu {

namespace {

using memory::Kind;

bool is_memory_node(const GraphNode& node) {
  return node.type == cudaGraphNodeTypeMemAlloc || node.type == cudaGraphNodeTypeMemFree;
}

Sends sends_task(const Call& call, Task task) {
  return [call, task = std::move(task)](cudaStream_t stream) {
    const Target target = resolve(stream, line_of_call);
    if (target.error != cudaSuccess) return target.error;
    send(call, target, task);
    return cudaSuccess;
  };
}

/// Other devices that may access it, a bit for each.
std::uint32_t visitors(const cudaMemAllocNodeParams& given) {
  std::uint32_t devices = 0;
  for (std::size_t i = 0; i < given.accessDescCount; ++i) {
    const cudaMemAccessDesc& access = given.accessDescs[i];
    if (access.flags && device_exists(access.location.id)) devices |= 1u << access.location.id;
  }
  return devices;
}

const GraphNode* node_of_type(cudaGraphNode_t handle, cudaGraphNodeType type) {
  const GraphNode* node = find_node(handle);
  return node && node->type == type ? node : nullptr;
}

/// Bytes that launches of graphs have allocated and nothing has freed.
std::uint64_t bytes_of_graphs(int device) {
  std::uint64_t bytes = 0;
  for (const auto& [pointer, known] : runtime.pools.of_graphs)
    if (const GraphMemoryRef memory = known.lock();
        memory && memory->outstanding && memory->given.poolProps.location.id == device)
      bytes += memory->given.bytesize;
  return bytes;
}

bool is_attribute(cudaGraphMemAttributeType attribute) {
  return attribute >= cudaGraphMemAttrUsedMemCurrent &&
         attribute <= cudaGraphMemAttrReservedMemHigh;
}

}  // namespace

GraphMemory::~GraphMemory() {
  runtime.pools.of_graphs.erase(given.dptr);
  if (!outstanding) memory::release(given.dptr, Kind::kDevice, site);
}

bool is_wrong(const cudaMemAllocNodeParams& given) {
  const cudaMemPoolProps& pool = given.poolProps;
  return given.bytesize == 0 || pool.allocType != cudaMemAllocationTypePinned ||
         pool.location.type != cudaMemLocationTypeDevice || !device_exists(pool.location.id) ||
         (given.accessDescCount != 0 && !given.accessDescs);
}

GraphMemoryRef make_graph_memory(const Call& call, const cudaMemAllocNodeParams& given) {
  host_passes("memory", &given.bytesize, sizeof given.bytesize);  // kernels see where it lies
  void* const pointer =
      memory::allocate(Kind::kDevice, given.poolProps.location.id, given.bytesize, call.site);
  if (!pointer) return nullptr;
  auto made = std::make_shared<GraphMemory>();
  made->given = given;
  made->given.dptr = pointer;
  made->site = call.site;
  memory::set_visitors(pointer, visitors(given));
  runtime.pools.of_graphs[pointer] = made;
  return made;
}

GraphMemoryRef find_graph_memory(const void* pointer) {
  const auto found = runtime.pools.of_graphs.find(pointer);
  return found == runtime.pools.of_graphs.end() ? nullptr : found->second.lock();
}

GraphMemory* memory_of(const GraphNode& node) {
  return is_memory_node(node) ? static_cast<GraphMemory*>(node.parameters.get()) : nullptr;
}

bool has_memory_nodes(const Graph& graph) {
  for (const auto& node : graph.nodes)
    if (is_memory_node(*node)) return true;
  return false;
}

Sends allocation_of(const Call& call, GraphMemoryRef memory) {
  Task task;
  task.node = cudaGraphNodeTypeMemAlloc;
  task.perform = [memory = std::move(memory)] {
    checker::forget(memory->given.dptr, memory->given.bytesize);
  };
  return sends_task(call, std::move(task));
}

Sends freeing_of(const Call& call, GraphMemoryRef memory) {
  Task task;
  task.node = cudaGraphNodeTypeMemFree;
  task.perform = [memory = std::move(memory), site = call.site] {
    checker::end_of_life(memory->given.dptr, memory->given.bytesize, site);
  };
  return sends_task(call, std::move(task));
}

cudaError_t capture_memory(const Target& target, const Sends& make, GraphMemoryRef memory) {
  if (target.stream->capture->invalid) return cudaErrorStreamCaptureInvalidated;
  const cudaError_t error = make(reinterpret_cast<cudaStream_t>(target.stream));
  if (error == cudaSuccess) target.stream->frontier.front()->parameters = std::move(memory);
  return error;
}

cudaError_t launch_memory(const ExecutableGraph& exec) {
  const bool frees_first = (exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  for (const auto& node : exec.graph.nodes)
    if (const GraphMemory* memory = memory_of(*node);
        memory && node->type == cudaGraphNodeTypeMemAlloc && memory->outstanding && !frees_first)
      return cudaErrorInvalidValue;
  for (const auto type : {cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree})
    for (const auto& node : exec.graph.nodes)
      if (node->type == type) memory_of(*node)->outstanding = type == cudaGraphNodeTypeMemAlloc;
  return cudaSuccess;
}

extern "C" cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                                      cudaMemAllocNodeParams* params) {
  return api({"cudaGraphMemAllocNodeGetParams", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = node_of_type(node, cudaGraphNodeTypeMemAlloc);
    if (!known || !params) return cudaErrorInvalidValue;
    *out(params) = memory_of(*known)->given;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return api({"cudaGraphMemFreeNodeGetParams", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = node_of_type(node, cudaGraphNodeTypeMemFree);
    if (!known || !pointer) return cudaErrorInvalidValue;
    *out(static_cast<void**>(pointer)) = memory_of(*known)->given.dptr;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaDeviceGraphMemTrim(int device) {
  return api({"cudaDeviceGraphMemTrim", EMU_SITE}, [&](const Call&) {
    return device_exists(device) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

// High marks are not kept: they are what is in use now.
extern "C" cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                                      cudaGraphMemAttributeType attribute,
                                                      void* value) {
  return api({"cudaDeviceGetGraphMemAttribute", EMU_SITE}, [&](const Call&) {
    if (!device_exists(device)) return cudaErrorInvalidDevice;
    if (!value || !is_attribute(attribute)) return cudaErrorInvalidValue;
    *out(static_cast<std::uint64_t*>(value)) = bytes_of_graphs(device);
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                                      cudaGraphMemAttributeType attribute,
                                                      void* value) {
  return api({"cudaDeviceSetGraphMemAttribute", EMU_SITE}, [&](const Call&) {
    if (!device_exists(device)) return cudaErrorInvalidDevice;
    const bool high =
        attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
    if (!value || !high || *static_cast<const std::uint64_t*>(value) != 0)
      return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

}  // namespace emu
