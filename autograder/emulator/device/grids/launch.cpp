// A launch, from the configuration to the grid in its stream, or to its refusal. The stub before it
// is staged.cpp.
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cuda_runtime_api.h"
#include "device/border/book.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/origin.h"
#include "device/border/results.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/grid.h"
#include "device/grids/launch_rules.h"
#include "device/grids/schedule.h"
#include "device/grids/stream.h"
#include "device/state.h"
#include "device/threads/ended.h"
#include "device/threads/retry.h"
#include "emulator/library_seam.h"
#include "emulator/seam.h"
#include "memory/own.h"

namespace emu {

namespace {

report::Origin origin_of(const SourceLocation& where) {
  return origin_here(where.file_name(), where.line());
}

/// How often in a row the pool has had no place for just this launch; 0 when it is not the pool.
std::uint32_t times_refused(const Kernel& kernel, const LaunchConfiguration& c, cudaError_t error) {
  if (error != cudaErrorLaunchPendingCountExceeded) return 0;
  return note_refused_launch(kernel.name.c_str(), c.where.file_name(), c.where.line(),
                             state.staging.staged.arguments, state.staging.staged.how->size);
}

/// A handle that is none was meant as that of a named stream.
report::StreamKind kind_of(const Target& target) {
  return current_block && target.error != cudaSuccess ? report::StreamKind::kNamed : target.kind;
}

cudaError_t refuse(const Kernel& kernel, const LaunchConfiguration& c, const Target& target,
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

/// Arguments with constructors of their own may not be passed (G7). nvcc compiles no such launch,
/// so there is no child here either.
cudaError_t refuse_nontrivial(const Kernel& kernel, const LaunchConfiguration& c,
                              const Target& target) {
  report_finding({.rule = "device-api",
                  .message = "cannot pass an argument with a user-provided copy-constructor or "
                             "destructor to a device-side kernel launch of " +
                             kernel.name + ": pass a plain struct or a pointer",
                  .where = c.line(),
                  .cites = "G7"});
  return refuse(kernel, c, target, cudaErrorInvalidValue);
}

/// An event that a launch records when the grid has begun, or lets others start.
cudaError_t refuse_event(const Kernel& kernel, const LaunchConfiguration& c, const Target& target) {
  report_finding(
      {.rule = "device-api",
       .message =
           "the launch of " + kernel.name +
           " asks for what the emulator does not have: an event as one of its attributes "
           "(cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributeLaunchCompletionEvent); "
           "in one stream use cudaLaunchAttributeProgrammaticStreamSerialization, or record "
           "an event after the kernel; on a GPU this may work",
       .where = c.line(),
       .cites = "Q1"});
  return refuse(kernel, c, target, cudaErrorNotSupported);
}

void describe(Grid& grid, const LaunchConfiguration& c) {
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

void write_down(Grid& grid, const LaunchConfiguration& c, const Target& target) {
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

Grid* make_grid(const Payload& payload, const LaunchConfiguration& c, int on_device) {
  auto* grid = new Grid(on_device, payload.kernel, payload.how, payload.arguments, c.grid, c.block,
                        c.shared_bytes);
  grid->cooperative = c.attributes.cooperative;
  if (grid->cooperative) grid->live_threads = grid->blocks * grid->threads;
  grid->may_start_early = c.attributes.starts_early && !current_block;
  grid->form_clusters(clusters_of(c, payload.kernel));
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
void tell_what_launch_passes(const Payload& payload, const LaunchConfiguration& c, int on_device) {
  const std::array<unsigned, 8> shape = {
      c.grid.x,  c.grid.y,  c.grid.z,  static_cast<unsigned>(c.shared_bytes),
      c.block.x, c.block.y, c.block.z, static_cast<unsigned>(on_device)};
  memory::OwnVector<char> bytes(sizeof shape + payload.how.size);
  std::memcpy(bytes.data(), shape.data(), sizeof shape);
  std::memcpy(bytes.data() + sizeof shape, payload.arguments, payload.how.size);
  host_passes(&payload.kernel, bytes.data(), bytes.size());
}

WorkRef start(const Payload& payload, const LaunchConfiguration& c, const Target& target) {
  if (!current_block && !scheduler.by_device) {
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
void remember(Kernel& kernel, const LaunchConfiguration& c, const Target& target) {
  const KernelBody& how = *state.staging.staged.how;
  const std::shared_ptr<void> bits(hand_over_arguments(), &std::free);
  GraphNode node;
  node.type = cudaGraphNodeTypeKernel;
  node.kernel = kernel.name;
  node.calls_runtime = kernel.traits.calls_runtime;
  node.may_start_early = c.attributes.starts_early;
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

/// In a kernel the place in the pool is taken first: an H200 says 69 to <<<1, 0>>>, too.
cudaError_t check_limits(const LaunchConfiguration& c, const Kernel& kernel, const Target& target) {
  if (target.error != cudaSuccess) return target.error;
  const cudaError_t pool = check_pool(device(device_for(target)));
  const cudaError_t error = pool != cudaSuccess ? pool : check_configuration(c, kernel);
  return error != cudaSuccess || capture_of(target) ? error : check_outside_graph(kernel, c);
}

void send_off_now(Kernel& kernel, const LaunchConfiguration& c, const Target& target) {
  const WorkRef grid = start({kernel, *state.staging.staged.how, hand_over_arguments()}, c, target);
  if (self().unseen_launch == 0) self().unseen_launch = grid->id;
  note_accepted_launch();
  discard_staged();
  launched_one();
}

/// A host function of a stream may not call CUDA.
bool refuses_host_function(const Kernel& kernel, const LaunchConfiguration& c) {
  if (current_block || !state.hosts.current->in_host_function) return false;
  report_finding({.rule = "device-api",
                  .severity = checker::Severity::kWarning,
                  .message = kernel.name +
                             " is launched by a host function of a stream, and does not run: such "
                             "a function may not call CUDA, and the launch is error 800. Launch it "
                             "into the stream from the host",
                  .where = c.line(),
                  .cites = "runtime API reference"});
  return true;
}

cudaError_t send_off(const LaunchConfiguration& c) {
  if (state.sticky_error != cudaSuccess) return discard_staged(), note_error(state.sticky_error);
  self().spins = 0;  // who launches does more than look at a word again and again
  Kernel& kernel = kernel_of(*state.staging.staged.identity);
  if (refuses_host_function(kernel, c)) return discard_staged(), cudaErrorNotPermitted;
  const Target target = resolve(c.stream, [&c] { return c.line(); });
  if (c.attributes.records_event) return refuse_event(kernel, c, target);
  const cudaError_t error = check_limits(c, kernel, target);
  if (error != cudaSuccess) return refuse(kernel, c, target, error);
  check_pointers(kernel, c);
  if (current_block) {
    if (state.staging.staged.how->copy) return refuse_nontrivial(kernel, c, target);
    check_cooperation(kernel, c);
    check_that_it_ends(kernel, c);
  } else if (device_count() > 1) {
    check_variables(kernel, c, device_for(target));
  }
  const Capture* const under_way = capture_of(target);
  if (under_way && under_way->invalid)
    return refuse(kernel, c, target, cudaErrorStreamCaptureInvalidated);
  under_way ? remember(kernel, c, target) : send_off_now(kernel, c, target);
  return cudaSuccess;
}

}  // namespace

void launch(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
            SourceLocation where) {
  send_off({grid, block, shared_bytes, stream, false, where});
}

cudaError_t launch_checked(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                           const LaunchAttributes& attributes, SourceLocation where) {
  return send_off({grid, block, shared_bytes, stream, attributes, where});
}

cudaError_t launch_from(const void* site, dim3 grid, dim3 block, cudaStream_t stream) {
  const auto [at, fresh] = state.lines_of_launches.try_emplace(site);
  if (fresh) at->second = checker::source_line(site);
  const checker::SourceLine& line = at->second;
  return send_off({grid, block, 0, stream, false,
                   SourceLocation::current(line.file.c_str(), line.line, line.function.c_str())});
}

}  // namespace emu
