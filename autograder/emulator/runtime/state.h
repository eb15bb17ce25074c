// All that the functions of the CUDA runtime keep of a run, but for what each call reads (`calls`
// in calls.h): one object, of which the Emulator is the owner (see emulator.h). It lies among the
// emulator's own variables, which no program may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "device/handles.h"
#include "driver_types.h"
#include "emulator/texture.h"
#include "report/record.h"

struct curandGenerator_st;  // random/generator.h

namespace emu {

struct Graph;
struct GraphMemory;  // graphs/memory.h
class SlotsOfGrid;   // events.cpp
struct Stream;

/// What a cudaMemPool_t points at. Never deleted.
struct Pool {
  int device = 0;
  bool alive = true;
  std::uint64_t release_threshold = 0;
  int reuse[3] = {1, 1, 1};
  std::uint64_t used = 0, used_high = 0;
  std::uint32_t visitors = 0;  // other devices with access, a bit for each
};
struct Pools {
  std::unordered_map<const void*, Pool*> all;                             // by handle
  std::unordered_map<int, Pool*> defaults, current;                       // by device
  std::unordered_map<const void*, Pool*> origins;                         // by allocation
  std::unordered_map<const void*, std::weak_ptr<GraphMemory>> of_graphs;  // by allocation
};

/// Pinned memory's flags, for cudaHostGetFlags; registered ranges are in it, too.
struct Pinned {
  unsigned flags;
  bool registered;
};

/// What a cudaGraphConditionalHandle stands for, until its graph is destroyed.
struct ConditionHandle {
  const Graph* graph = nullptr;
  unsigned value = 0;        // the default, …
  bool has_default = false;  // … if it has one
  bool used = false;         // by a node
};

/// Objects by their handles, when the program makes and destroys them.
struct Handles {
  std::unordered_set<const cudaArray*> arrays;
  std::unordered_set<const cudaArray*> levels;  // of mipmaps; arrays has them, too
  std::unordered_set<const cudaMipmappedArray*> mipmaps;
  std::unordered_set<const void*> graphs, executable_graphs;
  std::map<std::uint64_t, ConditionHandle> conditions;
  std::uint64_t conditions_made = 0, instantiations = 0;
  std::map<const void*, Pinned> pinned;  // by address
  // By address.
  std::unordered_map<cudaTextureObject_t, std::unique_ptr<Texture>> textures;
  std::unordered_map<cudaSurfaceObject_t, std::unique_ptr<Surface>> surfaces;
  std::unordered_map<const void*, std::shared_ptr<curandGenerator_st>> generators;
  // What has been destroyed: kernels may still use it, which is reported and ends no run.
  std::vector<std::unique_ptr<Texture>> old_textures;
  std::vector<std::unique_ptr<Surface>> old_surfaces;
  Destroyed destroyed;  // graphs and arrays, without what they had
};

/// What is set, and read back as on the card.
struct Chosen {
  unsigned device_flags = cudaDeviceMapHost;
  // The L2 cache is not emulated.
  std::size_t fetch_granularity = 64;
  std::size_t persisting_bytes = 11'796'480;
};

/// When each copy (and with them each event's record) was complete on the virtual clock.
struct CompletionTimes {
  std::pair<std::uint64_t, std::uint64_t> as_of;  // what was issued, what is complete
  std::vector<std::uint64_t> times;
};

struct Runtime {
  Handles handles;
  Pools pools;
  Chosen chosen;

  // When grids make events, until they are complete.
  std::unordered_map<report::WorkId, SlotsOfGrid*> event_slots;
  // When the host asks for the time between events.
  CompletionTimes completion_times;

  // When the host waits: which work of a stream it has waited for last, by stream id. A destroyed
  // stream whose last work it has seen can be forgotten.
  std::unordered_map<std::uint64_t, report::WorkId> seen;
  unsigned polls = 0;  // in a row

  // By graphs that are built node by node, and by streams that are asked what they have captured.
  Stream* scribe = nullptr;
  std::vector<cudaGraphNode_t> captured;  // valid until the next call, as CUDA says
  std::set<std::string> node_names;       // that messages may say at any time
};

/// Defined with the Emulator.
[[gnu::visibility("hidden")]] extern Runtime& runtime;

}  // namespace emu
