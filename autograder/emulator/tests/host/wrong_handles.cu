// Handles of what was destroyed, of another kind, of nothing: each mode is one call that is wrong,
// whose error is told with its line. The codes are those that a card answers with, where it does
// not crash.
#include <cuda_runtime.h>

#include "../modes.h"

template <class Handle>
Handle never_set() {
  static long some_bytes[64] = {1, 2, 3};
  return reinterpret_cast<Handle>(some_bytes);
}

__global__ void nothing() {}

cudaStream_t new_stream() {
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  return stream;
}
cudaEvent_t new_event() {
  cudaEvent_t event;
  EXPECT_EQ(cudaEventCreate(&event), cudaSuccess);
  return event;
}
cudaGraph_t new_graph() {
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  return graph;
}
cudaGraphNode_t new_node(cudaGraph_t graph) {
  cudaGraphNode_t node;
  EXPECT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
  return node;
}
cudaGraphExec_t new_executable() {
  cudaGraph_t graph = new_graph();
  new_node(graph);
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  return exec;
}
cudaArray_t new_array() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  EXPECT_EQ(cudaMallocArray(&array, &format, 16, 16, cudaArraySurfaceLoadStore), cudaSuccess);
  return array;
}
cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}
cudaError_t make_texture(cudaArray_t array, cudaTextureObject_t* texture) {
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc description{};
  return cudaCreateTextureObject(texture, &resource, &description, nullptr);
}
cudaMemPool_t new_pool() {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t pool;
  EXPECT_EQ(cudaMemPoolCreate(&pool, &properties), cudaSuccess);
  return pool;
}

// ---- Streams and events -------------------------------------------------------------------------

void stream_used_after() {
  cudaStream_t stream = new_stream();
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
}
void stream_launched_into_after() {
  cudaStream_t stream = new_stream();
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  nothing<<<1, 1, 0, stream>>>();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}
void stream_destroyed_twice() {
  cudaStream_t stream = new_stream();
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
}
void stream_is_an_event() {
  EXPECT_EQ(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(new_event())),
            cudaErrorInvalidResourceHandle);
}
void stream_never_set() {
  EXPECT_EQ(cudaStreamSynchronize(never_set<cudaStream_t>()), cudaErrorInvalidResourceHandle);
}
void event_used_after() {
  cudaEvent_t event = new_event();
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event, 0), cudaErrorInvalidResourceHandle);
}
void event_waited_for_after() {
  cudaEvent_t event = new_event();
  EXPECT_EQ(cudaEventRecord(event, 0), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(new_stream(), event, 0), cudaErrorInvalidResourceHandle);
}
void event_destroyed_twice() {
  cudaEvent_t event = new_event();
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
}
void event_is_null() { EXPECT_EQ(cudaEventSynchronize(nullptr), cudaErrorInvalidResourceHandle); }

// ---- Graphs -------------------------------------------------------------------------------------

void graph_used_after() {
  cudaGraph_t graph = new_graph();
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  const cudaGraph_t others[] = {new_graph(), new_graph()};  // not at its address
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
  for (cudaGraph_t other : others) EXPECT_EQ(cudaGraphDestroy(other), cudaSuccess);
}
void graph_destroyed_twice() {
  cudaGraph_t graph = new_graph();
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
}
void graph_is_executable() {
  EXPECT_EQ(cudaGraphDestroy(reinterpret_cast<cudaGraph_t>(new_executable())),
            cudaErrorInvalidValue);
}
void graph_is_null() {
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, nullptr, 0), cudaErrorInvalidValue);
}
void executable_launched_after() {
  cudaGraphExec_t exec = new_executable();
  EXPECT_EQ(cudaGraphLaunch(exec, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  cudaGraphExec_t other = new_executable();
  EXPECT_EQ(cudaGraphLaunch(exec, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(other, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}
void executable_destroyed_twice() {
  cudaGraphExec_t exec = new_executable();
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaErrorInvalidValue);
}
void executable_is_a_graph() {
  EXPECT_EQ(cudaGraphLaunch(reinterpret_cast<cudaGraphExec_t>(new_graph()), 0),
            cudaErrorInvalidValue);
}
void node_of_a_destroyed_graph() {
  cudaGraph_t graph = new_graph();
  cudaGraphNode_t node = new_node(graph);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  cudaGraph_t other = new_graph();
  new_node(other);
  cudaGraphNode_t next;
  EXPECT_EQ(cudaGraphAddEmptyNode(&next, other, &node, 1), cudaErrorInvalidValue);
}

// ---- Arrays, textures, pools --------------------------------------------------------------------

void array_used_after() {
  cudaArray_t array = new_array();
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  cudaArray_t other = new_array();
  float texel = 1;
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, &texel, 4, 4, 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeArray(other), cudaSuccess);
}
void array_destroyed_twice() {
  cudaArray_t array = new_array();
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
}
void texture_of_a_freed_array() {
  cudaArray_t array = new_array();
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  cudaTextureObject_t texture;
  EXPECT_EQ(make_texture(array, &texture), cudaErrorInvalidValue);
}
void surface_of_no_array() {
  const cudaResourceDesc resource = resource_of(never_set<cudaArray_t>());
  cudaSurfaceObject_t surface;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidValue);
}
void texture_destroyed_twice() {
  cudaTextureObject_t texture;
  EXPECT_EQ(make_texture(new_array(), &texture), cudaSuccess);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaErrorInvalidValue);
}
void surface_is_a_texture() {
  cudaTextureObject_t texture;
  EXPECT_EQ(make_texture(new_array(), &texture), cudaSuccess);
  EXPECT_EQ(cudaDestroySurfaceObject(texture), cudaErrorInvalidValue);
}
void pool_used_after() {
  cudaMemPool_t pool = new_pool();
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
  void* memory;
  EXPECT_EQ(cudaMallocFromPoolAsync(&memory, 64, pool, 0), cudaErrorInvalidValue);
}
void pool_destroyed_twice() {
  cudaMemPool_t pool = new_pool();
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

/// None of this is wrong.
void all_in_order() {
  cudaStream_t stream = new_stream();
  cudaEvent_t event = new_event();
  EXPECT_EQ(cudaEventRecord(event, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  cudaGraphExec_t exec = new_executable();
  EXPECT_EQ(cudaGraphLaunch(exec, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);  // it may still run
  EXPECT_EQ(cudaFreeArray(nullptr), cudaSuccess);
  EXPECT_EQ(cudaDestroyTextureObject(0), cudaSuccess);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cudaGraphDestroy(new_graph()), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(new_array()), cudaSuccess);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

#define MODE(name) \
  { #name, &name }
int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {MODE(stream_used_after),
                   MODE(stream_launched_into_after),
                   MODE(stream_destroyed_twice),
                   MODE(stream_is_an_event),
                   MODE(stream_never_set),
                   MODE(event_used_after),
                   MODE(event_waited_for_after),
                   MODE(event_destroyed_twice),
                   MODE(event_is_null),
                   MODE(graph_used_after),
                   MODE(graph_destroyed_twice),
                   MODE(graph_is_executable),
                   MODE(graph_is_null),
                   MODE(executable_launched_after),
                   MODE(executable_destroyed_twice),
                   MODE(executable_is_a_graph),
                   MODE(node_of_a_destroyed_graph),
                   MODE(array_used_after),
                   MODE(array_destroyed_twice),
                   MODE(texture_of_a_freed_array),
                   MODE(surface_of_no_array),
                   MODE(texture_destroyed_twice),
                   MODE(surface_is_a_texture),
                   MODE(pool_used_after),
                   MODE(pool_destroyed_twice),
                   MODE(all_in_order)});
}
