// PTX's special registers by name (lesson 24; `%globaltimer` in everybody's timing code).
#include <cstring>
#include <string>

#include "card/numbers.h"
#include "device/border/book.h"
#include "device/device.h"
#include "device/grids/block.h"
#include "device/state.h"
#include "device/threads/builtins.h"
#include "device/threads/warp.h"
#include "emulator/cluster_seam.h"
#include "emulator/seam.h"

namespace emu {

namespace {

unsigned component(dim3 v, char which) { return which == 'x' ? v.x : which == 'y' ? v.y : v.z; }
unsigned component(uint3 v, char which) { return which == 'x' ? v.x : which == 'y' ? v.y : v.z; }

std::uint64_t index_register(const char* name) {
  const char which = name[std::strlen(name) - 1];
  if (std::strncmp(name, "tid", 3) == 0) return component(builtin::thread, which);
  if (std::strncmp(name, "ntid", 4) == 0) return component(builtin::block_dim, which);
  if (std::strncmp(name, "ctaid", 5) == 0) return component(builtin::block, which);
  return component(builtin::grid_dim, which);
}

std::uint64_t cluster_register(const char* name) {
  const ClusterPlace place = cluster_place();
  const auto begins = [name](const char* other) {
    return std::strncmp(name, other, std::strlen(other)) == 0;
  };
  const char which = name[std::strlen(name) - 1];
  if (begins("is_explicit_cluster")) return place.specified;
  if (begins("cluster_ctarank"))
    return place.in_cluster.x +
           place.size.x * (place.in_cluster.y + place.size.y * place.in_cluster.z);
  if (begins("cluster_nctarank")) return place.size.x * place.size.y * place.size.z;
  if (begins("cluster_ctaid")) return component(place.in_cluster, which);
  if (begins("cluster_nctaid")) return component(place.size, which);
  if (begins("clusterid")) return component(place.cluster, which);
  return component(place.clusters, which);
}

std::uint64_t lane_mask(const char* which) {
  const unsigned lane = lane_id();
  const std::uint32_t below = (1u << lane) - 1, here = 1u << lane;
  if (std::strcmp(which, "eq") == 0) return here;
  if (std::strcmp(which, "lt") == 0) return below;
  if (std::strcmp(which, "le") == 0) return below | here;
  if (std::strcmp(which, "gt") == 0) return static_cast<std::uint32_t>(~(below | here));
  return static_cast<std::uint32_t>(~below);
}

std::uint64_t shared_bytes() {
  return current_block->grid->dynamic_shared + current_block->static_shared;
}

// For checks that ask who read what: "%laneid" is counted as a call of device code is. The number
// of this read.
std::size_t count_read(const char* name) {
  const auto [at, fresh] = state.told.registers.try_emplace(name, record.device_calls.size());
  if (fresh) record.device_calls.push_back({std::string("%") + name, 0, 0, "", 0});
  return ++record.device_calls[at->second].count;
}

// EMULATOR_REFUSED_DEVICE_CALL=%smid:5:77 lets the fifth read of %smid find 77: what a program
// makes of a register can be told from what it computes.
bool is_told_otherwise(const char* name, std::size_t number) {
  const RefusedCall& refused = state.settings.refused_call;
  return refused.on_device && refused.number == number &&
         refused.name == name_number(std::string("%") + name);
}

std::uint64_t value_of(const char* name) {
  const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("globaltimer")) return globaltimer_ns();
  if (is("globaltimer_lo")) return globaltimer_ns() & 0xffffffff;
  if (is("globaltimer_hi")) return globaltimer_ns() >> 32;
  if (is("clock")) return clock_cycles() & 0xffffffff;
  if (is("clock_hi")) return clock_cycles() >> 32;
  if (is("clock64")) return clock_cycles();
  if (is("laneid")) return lane_id();
  if (is("warpid")) return warp_id();
  if (is("nwarpid")) return card::kWarpsPerMultiprocessor;
  if (is("smid")) return current_block->serial % card::kMultiprocessors;
  if (is("nsmid")) return card::kMultiprocessors;
  if (is("gridid")) return current_block->grid->id;
  if (is("total_smem_size")) return (shared_bytes() + 127) / 128 * 128;  // h200-facts 1
  if (is("aggr_smem_size")) return shared_bytes() + card::kSharedReserved;
  if (is("dynamic_smem_size")) return current_block->grid->dynamic_shared;
  if (std::strstr(name, "cluster") != nullptr) return cluster_register(name);
  if (std::strncmp(name, "lanemask_", 9) == 0) return lane_mask(name + 9);
  return index_register(name);
}

}  // namespace

std::uint64_t special_register(const char* name) {
  const std::size_t number = count_read(name);
  if (is_told_otherwise(name, number))
    return static_cast<std::uint64_t>(state.settings.refused_call.error);
  return value_of(name);
}

}  // namespace emu
