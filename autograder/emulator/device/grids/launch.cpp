// A launch, from the stub that holds the arguments to the grid in its stream.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "card/numbers.h"
#include "cuda_runtime_api.h"
#include "device/border/book.h"
#include "device/border/handed_over.h"
#include "device/border/origin.h"
#include "device/border/results.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/grid.h"
#include "device/grids/kernel.h"
#include "device/grids/schedule.h"
#include "device/grids/stream.h"
#include "device/grids/variables.h"
#include "device/state.h"
#include "device/threads/ended.h"
#include "device/threads/retry.h"
#include "emulator/program.h"
#include "emulator/seam.h"
#include "memory/memory.h"
#include "memory/own.h"
#include "memory/zones.h"

namespace emu {

namespace {

/// What a launch's arguments may hold that no child may get (G2, G3).
enum class Leak { kOwnLocal, kOtherLocal, kOwnShared, kOtherShared, kNone };

struct Configuration {
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;
  bool cooperative;
  SourceLocation where;
};

report::Origin origin_of(const SourceLocation& where) {
  return origin_here(where.file_name(), where.line());
}

// The device's own limits (K6): nvcc checks none of them.
bool fits_device(const Configuration& c) {
  const std::uint64_t threads = std::uint64_t{c.block.x} * c.block.y * c.block.z;
  const bool counts = c.grid.x && c.grid.y && c.grid.z && threads;
  return counts && threads <= card::kThreadsPerBlock && c.block.x <= card::kMostBlockX &&
         c.block.y <= card::kMostBlockY && c.block.z <= card::kMostBlockZ &&
         c.grid.x <= card::kMostGridX && c.grid.y <= card::kMostGridY &&
         c.grid.z <= card::kMostGridZ;
}

// A card says 9 to device code and 1 to the host (CUDA 13).
cudaError_t check_configuration(const Configuration& c, const Kernel& kernel) {
  const cudaError_t wrong = current_block ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
  if (!fits_device(c)) return wrong;
  if (kernel.traits.max_threads &&
      std::uint64_t{c.block.x} * c.block.y * c.block.z > kernel.traits.max_threads)
    return wrong;
  if (c.shared_bytes > attributes_of(kernel).max_dynamic_shared) return wrong;
  const unsigned* cluster = kernel.traits.cluster;
  if (cluster[0] && (c.grid.x % cluster[0] || c.grid.y % std::max(1u, cluster[1]) ||
                     c.grid.z % std::max(1u, cluster[2])))
    return static_cast<cudaError_t>(912);  // cudaErrorInvalidClusterSize (h200-facts 1)
  return cudaSuccess;
}

/// What a launch is told that is the one to be refused on purpose.
cudaError_t refusal_on_purpose() {
  if (current_block && ++state.staging.by_device == state.settings.refused_launch.number)
    return state.settings.refused_launch.error;
  if (!current_block && ++state.staging.by_host == state.settings.refused_host_launch.number)
    return state.settings.refused_host_launch.error;
  return cudaSuccess;
}

// In CDP1 a full pool only made launches slower, but there was a limit to nesting (L2, L6).
cudaError_t check_pool(const Device& device) {
  constexpr unsigned kLevels = 24;
  if (state.settings.cdp1)
    return current_block && current_block->grid->depth + 1 >= kLevels
               ? cudaErrorLaunchMaxDepthExceeded
               : cudaSuccess;
  const bool full = current_block && device.pending >= device.pending_limit;
  return full ? cudaErrorLaunchPendingCountExceeded : refusal_on_purpose();
}

// A destructor may wait for the device, whose threads launch: it must not find itself
// state.staging.staged.
void discard_staged() {
  const StagedLaunch old = std::exchange(state.staging.staged, {});
  if (!old.arguments) return;
  if (old.constructed) call_program(old.how->destroy, old.arguments);
  std::free(old.arguments);
}

void* buffer_for(const KernelBody& how) {
  const std::size_t align = std::max<std::size_t>(how.align, 16);
  return std::aligned_alloc(align, (how.size + align - 1) / align * align);
}

/// The arguments as the grid keeps them. A card gets the bits; the host's object dies when the
/// launch returns, before or after the grid has run.
void* hand_over_arguments() {
  if (!state.staging.staged.constructed)
    return std::exchange(state.staging.staged.arguments, nullptr);
  void* bits = buffer_for(*state.staging.staged.how);
  std::memcpy(bits, state.staging.staged.arguments, state.staging.staged.how->size);
  return bits;
}

/// How often in a row the pool has had no place for just this launch; 0 when it is not the pool.
std::uint32_t times_refused(const Kernel& kernel, const Configuration& c, cudaError_t error) {
  if (error != cudaErrorLaunchPendingCountExceeded) return 0;
  return note_refused_launch(kernel.name.c_str(), c.where.file_name(), c.where.line(),
                             state.staging.staged.arguments, state.staging.staged.how->size);
}

/// A handle that is none was meant as that of a named stream.
report::StreamKind kind_of(const Target& target) {
  return current_block && target.error != cudaSuccess ? report::StreamKind::kNamed : target.kind;
}

cudaError_t refuse(const Kernel& kernel, const Configuration& c, const Target& target,
                   cudaError_t error) {
  const std::uint32_t times = times_refused(kernel, c, error);
  discard_staged();
  if (times <= kRetriesKept || record.refused.size() < kRefusalsKept) {
    record.refused.push_back({kernel.report_index, origin_of(c.where), extent(c.grid),
                              extent(c.block), kind_of(target), error, cudaGetErrorName(error),
                              false});
    const report::Refused& refused = record.refused.back();
    enter({.kind = BookEntry::Kind::kRefused,
           .parent = refused.origin.parent,
           .line = refused.origin.line,
           .result = error,
           .name = name_number(record.kernels[refused.kernel].name)});
    if (self().unseen_failure == 0) self().unseen_failure = record.refused.size();
  }
  note_error(error);
  if (times != 0) wait_before_retry();
  return error;
}

/// Cooperative grids may not launch (K11).
void check_cooperation(const Kernel& kernel, const Configuration& c) {
  if (current_block->grid->cooperative)
    report_finding({.rule = "device-api",
                    .message = "a grid that the host launched cooperatively launches " +
                               kernel.name + ": cooperative grids cannot use dynamic parallelism",
                    .where = {c.where.file_name(), c.where.line(), ""},
                    .cites = "K11"});
}

/// Arguments with constructors of their own may not be passed (G7). nvcc compiles no such launch,
/// so there is no child here either.
cudaError_t refuse_nontrivial(const Kernel& kernel, const Configuration& c, const Target& target) {
  report_finding({.rule = "device-api",
                  .message = "cannot pass an argument with a user-provided copy-constructor or "
                             "destructor to a device-side kernel launch of " +
                             kernel.name + ": pass a plain struct or a pointer",
                  .where = {c.where.file_name(), c.where.line(), ""},
                  .cites = "G7"});
  return refuse(kernel, c, target, cudaErrorInvalidValue);
}

std::string words_for(Leak leak) {
  switch (leak) {
    case Leak::kOwnLocal:
      return "local memory (an automatic variable, array or parameter), which is private to the "
             "launching thread and gone when it exits";
    case Leak::kOtherLocal:
      return "another thread's local memory (an automatic variable, array or parameter), which is "
             "private to that thread and gone when it exits";
    case Leak::kOwnShared:
      return "shared memory, which is private to the launching block and gone when it ends";
    default:
      return "another block's shared memory, which is private to that block and gone when it ends";
  }
}

void diagnose_pointer(const Kernel& kernel, const Configuration& c, Leak leak) {
  const bool local = leak == Leak::kOwnLocal || leak == Leak::kOtherLocal;
  report_finding(
      {.rule = local ? "local-pointer" : "shared-pointer",
       .message = "this launch passes " + kernel.name + " a pointer to " + words_for(leak) +
                  (local ? ": pass the values themselves, in a struct if there are many, or put "
                           "them into global memory and pass a pointer to that"
                         : ": put the data into global memory and pass a pointer to that"),
       .where = {c.where.file_name(), c.where.line(), ""},
       .cites = local ? "G2" : "G3"});
}

/// A recursion whose places in the pool become free, as those of tails do, has no end on a card but
/// its time limit (T10). Here each launch is written down, so memory would end it, and say nothing.
void check_that_it_ends(const Kernel& kernel, const Configuration& c) {
  if (record.launches.size() < state.settings.most_launches) return;
  report_finding({.rule = "endless-launches",
                  .message = kernel.name + " is launched when " +
                             std::to_string(state.settings.most_launches) +
                             " grids have been launched before it, out of each other up to " +
                             std::to_string(current_block->grid->depth + 1) +
                             " levels deep: a recursion, or a chain of tails, that nothing "
                             "ends? On a card only a time limit would",
                  .where = {c.where.file_name(), c.where.line(), ""},
                  .cites = "T10"});
  device_fault(cudaErrorLaunchTimeout);
}

// Calls `look` with each word of the state.staging.staged arguments.
template <class Look>
void each_argument_word(Look look) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= state.staging.staged.how->size;
       at += sizeof(std::uintptr_t)) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<const char*>(state.staging.staged.arguments) + at, sizeof word);
    look(word);
  }
}

/// Whether the kernel uses what it gets or not.
void check_pointers(const Kernel& kernel, const Configuration& c) {
  for (std::size_t leak = 0; leak < state.staging.staged.leaks.size(); ++leak)
    if (state.staging.staged.leaks[leak]) diagnose_pointer(kernel, c, static_cast<Leak>(leak));
}

// All devices' copies of a variable have one address here, so it would silently mean another copy.
void check_variables(const Kernel& kernel, const Configuration& c, int device) {
  each_argument_word([&](std::uintptr_t word) {
    const int owner = foreign_variable(word, device);
    if (owner < 0) return;
    const std::string owners = std::to_string(owner), runs = std::to_string(device);
    const memory::Allocation* variable = memory::find(word);
    report_finding({.rule = "foreign-variable",
                    .message = "this launch passes " + kernel.name + ", which runs on device " +
                               runs + ", the address of " +
                               (variable && variable->name ? variable->name : "a variable") +
                               " that cudaGetSymbolAddress gave for device " + owners +
                               ": on a card it means device " + owners +
                               "'s copy, here that of device " + runs +
                               "; ask for the address with device " + runs +
                               " current, or share memory from cudaMalloc",
                    .where = {c.where.file_name(), c.where.line(), ""},
                    .cites = "K8"});
  });
}

void describe(Grid& grid, const Configuration& c) {
  checker::WorkInfo& info = grid.info;
  info.kernel = grid.kernel.name;
  info.launch_id = grid.id;
  info.file = c.where.file_name();
  info.line = c.where.line();
  info.grid = grid.grid;
  info.block = grid.block;
  info.device = grid.device;
  if (current_block) {
    info.parent = &current_block->grid->info;
    info.parent_block = current_block->index;
    info.parent_thread = self().at;
  }
}

void write_down(Grid& grid, const Configuration& c, const Target& target) {
  report::Launch& launch = record.launches.emplace_back();
  launch.id = grid.id;
  launch.kernel = grid.kernel.report_index;
  launch.origin = origin_of(c.where);
  launch.stream = target.kind;
  launch.stream_id = target.id;
  launch.grid = extent(grid.grid);
  launch.block = extent(grid.block);
  launch.shared_bytes = grid.dynamic_shared;
  launch.device = grid.device;
  launch.places = static_cast<std::uint32_t>(device(grid.device).pending_limit);
  launch.depth = grid.depth;
  launch.order = record.next_order++;
  enter({.kind = BookEntry::Kind::kLaunch,
         .id = grid.id,
         .parent = launch.origin.parent,
         .line = launch.origin.line,
         .name = name_number(record.kernels[launch.kernel].name)});
}

/// What a launch needs besides its configuration; the grid takes the arguments.
struct Payload {
  Kernel& kernel;
  const KernelBody& how;
  void* arguments;
};

Grid* make_grid(const Payload& payload, const Configuration& c, int on_device) {
  auto* grid = new Grid(on_device, payload.kernel, payload.how, payload.arguments, c.grid, c.block,
                        c.shared_bytes);
  grid->cooperative = c.cooperative;
  if (c.cooperative) grid->live_threads = grid->blocks * grid->threads;
  grid->id = static_cast<report::WorkId>(record.launches.size() + 1);
  if (current_block) {
    grid->parent = current_block->grid;
    grid->depth = grid->parent->depth + 1;
    current_block->launched = running->launched = true;
    ++device(on_device).pending;
  }
  return grid;
}

int device_for(const Target& target) {
  return target.stream && !current_block ? target.stream->device : current_device().number;
}

report::Limits limits_of(const Device& device) {
  return {device.pending_limit, device.heap_limit, device.stack_limit};
}

/// Its arguments, its shape, and its device.
void tell_what_launch_passes(const Payload& payload, const Configuration& c, int on_device) {
  const std::array<unsigned, 8> shape = {
      c.grid.x,  c.grid.y,  c.grid.z,  static_cast<unsigned>(c.shared_bytes),
      c.block.x, c.block.y, c.block.z, static_cast<unsigned>(on_device)};
  memory::OwnVector<char> bytes(sizeof shape + payload.how.size);
  std::memcpy(bytes.data(), shape.data(), sizeof shape);
  std::memcpy(bytes.data() + sizeof shape, payload.arguments, payload.how.size);
  host_passes(&payload.kernel, bytes.data(), bytes.size());
}

WorkRef start(const Payload& payload, const Configuration& c, const Target& target) {
  if (!current_block) {
    let_host_read_all();
    host_has_run();
    tell_what_launch_passes(payload, c, device_for(target));
    if (record.launches.empty()) record.limits = limits_of(device(device_for(target)));
  }
  const WorkRef work = make_grid(payload, c, device_for(target));
  auto& grid = static_cast<Grid&>(*work);
  describe(grid, c);
  write_down(grid, c, target);
  grid.order = checker::work_created(grid.info, checker::launched());
  enqueue(grid, target);
  issue(grid);
  return work;
}

/// The launch becomes a node of a graph: it keeps the arguments and starts a grid each time.
void remember(Kernel& kernel, const Configuration& c, const Target& target) {
  const KernelBody& how = *state.staging.staged.how;
  const std::shared_ptr<void> bits(hand_over_arguments(), &std::free);
  GraphNode node;
  node.type = cudaGraphNodeTypeKernel;
  node.issue = [&kernel, &how, bits, c](const Target& where) {
    void* const arguments = buffer_for(how);
    std::memcpy(arguments, bits.get(), how.size);
    WorkRef grid = start({kernel, how, arguments}, c, where);
    launched_one();
    return grid;
  };
  capture(target, std::move(node));
  discard_staged();
}

cudaError_t send_off(const Configuration& c) {
  if (state.sticky_error != cudaSuccess) return discard_staged(), note_error(state.sticky_error);
  self().spins = 0;  // who launches does more than look at a word again and again
  Kernel& kernel = kernel_of(*state.staging.staged.identity);
  const Target target = resolve(c.stream, [&c] {
    return checker::SourceLine{c.where.file_name(), c.where.line(), ""};
  });
  cudaError_t error = target.error;
  // In a kernel the place in the pool is taken first: an H200 says 69 to <<<1, 0>>>, too.
  if (error == cudaSuccess) error = check_pool(device(device_for(target)));
  if (error == cudaSuccess) error = check_configuration(c, kernel);
  if (error != cudaSuccess) return refuse(kernel, c, target, error);
  check_pointers(kernel, c);
  if (current_block) {
    if (state.staging.staged.how->copy) return refuse_nontrivial(kernel, c, target);
    check_cooperation(kernel, c);
    check_that_it_ends(kernel, c);
  } else if (device_count() > 1) {
    check_variables(kernel, c, device_for(target));
  }

  if (const Capture* under_way = capture_of(target)) {
    if (under_way->invalid) return refuse(kernel, c, target, cudaErrorStreamCaptureInvalidated);
    return remember(kernel, c, target), cudaSuccess;
  }

  const WorkRef grid = start({kernel, *state.staging.staged.how, hand_over_arguments()}, c, target);
  if (self().unseen_launch == 0) self().unseen_launch = grid->id;
  note_accepted_launch();
  discard_staged();
  launched_one();
  return cudaSuccess;
}

/// What a word among the arguments is the address of. Words of a struct may be old ones, in places
/// that nothing has been written to, so that of them only those count that mean memory which is
/// alive: frames of the thread's own functions, from `frames` on, or its block's.
Leak leak_of(std::uintptr_t word, bool is_pointer, std::uintptr_t frames) {
  if (current_block) {
    if (word >= frames && word < running->stack_end()) return Leak::kOwnLocal;
    if (word - current_block->shared_begin < current_block->shared_used) return Leak::kOwnShared;
  }
  if (!is_pointer) return Leak::kNone;
  if (memory::in_stacks(reinterpret_cast<void*>(word))) return Leak::kOtherLocal;
  return memory::in_shared(word) ? Leak::kOtherShared : Leak::kNone;
}

void note_leaks(const Argument& argument, std::uintptr_t frames) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= argument.size; at += sizeof frames) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<const char*>(argument.begin) + at, sizeof word);
    const Leak leak = leak_of(word, argument.is_pointer, frames);
    if (leak != Leak::kNone) state.staging.staged.leaks[static_cast<std::size_t>(leak)] = true;
  }
}

}  // namespace

void stage(KernelIdentity& identity, const KernelBody& how, const void* arguments,
           const std::initializer_list<Argument>& named) {
  discard_staged();
  const auto frames = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  for (const Argument& argument : named) note_leaks(argument, frames);
  state.staging.staged.identity = &identity;
  state.staging.staged.how = &how;
  state.staging.staged.arguments = buffer_for(how);
  state.staging.staged.constructed = how.copy && !current_block;
  if (state.staging.staged.constructed)
    call_program(how.copy, state.staging.staged.arguments, arguments);
  else
    std::memcpy(state.staging.staged.arguments, arguments, how.size);
}

// The stub tells what it is when it is called; with zeros for arguments it is as true.
Kernel& meet_kernel(const void* address, const KernelPointer& how) {
  constexpr std::size_t kAlignment = 4096;  // more than any parameter asks for
  std::size_t size = kAlignment;
  for (std::size_t i = 0; i < how.count; ++i) size = std::max(size, how.sizes[i]);
  size = (size + kAlignment - 1) / kAlignment * kAlignment;
  void* zeros = std::memset(std::aligned_alloc(kAlignment, size), 0, size);
  std::vector<void*> arguments(how.count + 1, zeros);
  call_program(how.stage, address, arguments.data());
  std::free(zeros);
  state.staging.staged.identity->address = address;
  Kernel& kernel = kernel_of(*state.staging.staged.identity);
  discard_staged();
  return kernel;
}

void launch(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
            SourceLocation where) {
  send_off({grid, block, shared_bytes, stream, false, where});
}

cudaError_t launch_checked(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                           bool cooperative, SourceLocation where) {
  return send_off({grid, block, shared_bytes, stream, cooperative, where});
}

}  // namespace emu
