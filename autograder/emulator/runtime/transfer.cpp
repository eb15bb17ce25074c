#include "runtime/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "checker/shadow/writers.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/results.h"
#include "device/grids/capture.h"
#include "device/grids/variables.h"
#include "memory/host_heap.h"
#include "memory/memory.h"
#include "runtime/operations.h"
#include "runtime/pointers.h"
#include "runtime/waits.h"

namespace emu {

namespace {

using Way = report::Copy::Way;

template <class Do>
void each_row(const Place& to, const Place& from, const Box& box, Do&& what) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      what(to.begin + z * to.plane + y * to.pitch, from.begin + z * from.plane + y * from.pitch);
}

/// One run of bytes instead of rows where there are no gaps.
void close_gaps(Place& to, Place& from, Box& box) {
  if (box.depth > 1 && to.plane == box.height * to.pitch && from.plane == box.height * from.pitch) {
    box.height *= box.depth;
    box.depth = 1;
  }
  if (box.depth == 1 && to.pitch == box.width && from.pitch == box.width) {
    box.width *= box.height;
    box.height = 1;
  }
}

// cudaMemcpyHostToHost is taken like cudaMemcpyDefault: the addresses tell (unified addressing).
bool goes_to_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}
bool comes_from_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

/// Device code copies between global memory; the host's own memory is a bad address to it (H6).
cudaError_t check_on_device(const Call& call, cudaMemcpyKind kind, const Pointee& to,
                            const Pointee& from) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  for (const Pointee& each : {to, from})
    if (each.allocation && each.allocation->kind == memory::Kind::kConstant)
      return cudaErrorInvalidValue;
  if (device_can_reach(to.side) && device_can_reach(from.side)) return cudaSuccess;
  object(call, "host-device-access",
         std::string(call.name) +
             " in device code gets a pointer to ordinary host memory: the "
             "device can reach memory of cudaMalloc, cudaMallocManaged and "
             "cudaMallocHost only",
         "H6");
  device_fault(cudaErrorIllegalAddress);
  return cudaErrorIllegalAddress;
}

cudaError_t check_on_host(const Call& call, cudaMemcpyKind kind, Side to, Side from) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (goes_to_device(kind) && !device_can_reach(to)) {
    warn(call, "device-api",
         std::string(call.name) +
             " is to copy to the device, but its target is host memory: the "
             "target comes first, then the source, then the direction",
         "H6");
    return cudaErrorInvalidValue;
  }
  if (comes_from_device(kind) && !device_can_reach(from)) {
    warn(call, "device-api",
         std::string(call.name) +
             " is to copy from the device, but its source is host memory: "
             "the target comes first, then the source, then the direction",
         "H6");
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

/// The device in whose memory an address lies, for a copy in a stream of device `here`; -1 for
/// memory that is no device's own.
int home_of(const Pointee& what, int here) {
  if (what.side != Side::kDevice || !what.allocation) return -1;
  const bool variable = what.allocation->kind == memory::Kind::kVariable ||
                        what.allocation->kind == memory::Kind::kConstant;
  return variable ? here : what.allocation->device;  // M10
}

bool is_between_devices(const Course& course) {
  return course.to_device >= 0 && course.from_device >= 0 && course.to_device != course.from_device;
}

Way way_of(Side to, Side from, const Course& course) {
  if (is_between_devices(course)) return Way::kPeer;
  if (on_host_side(from)) return on_host_side(to) ? Way::kNothing : Way::kHostToDevice;
  return on_host_side(to) ? Way::kDeviceToHost : Way::kOnDevice;
}

/// Reads and writes of one row as the checker sees them: pageable memory is not its business,
/// unless it is the emulator's own.
void check_row(char* to, const char* from, std::size_t width, Side to_side, Side from_side,
               const void* site) {
  checker::keep_out(to, width, true, site);
  checker::keep_out(from, width, false, site);
  if (from_side != Side::kPageable && on_host_side(to_side)) deliver(to, from, width);
  if (on_host_side(from_side) && !on_host_side(to_side)) hand_over(to, from, width);
  if (to_side != Side::kPageable && from_side != Side::kPageable) {
    checker::pass_writers_on(to, from, width);
    checker::copy_access(to, from, width, site);
  } else if (to_side != Side::kPageable) {
    checker::range_access(to, width, true, site);
  } else if (from_side != Side::kPageable) {
    checker::range_access(from, width, false, site);
  }
}

/// Whether bytes of this place show that nothing has been written to them, wherever they are
/// copied.
bool shows_unwritten(const Place& from, const Box& box) {
  const auto address = reinterpret_cast<std::uintptr_t>(from.begin);
  const auto block = memory::find_host_block(address);
  const bool by_words = address % 4 == 0 && (box.height * box.depth == 1 || box.width % 4 == 0);
  return by_words && block && memory::shows_unwritten(*block) &&
         !memory::is_unwritten(*block, address, box.span(from));  // which has been told
}

/// What nothing has written on the host is as little written on the device (M1): the rest of a
/// block that was filled from its beginning. Other holes are between the members of structs.
void pass_on_unwritten(char* to, const char* from, std::size_t width, const void* site) {
  constexpr std::size_t kLeast = 64;
  const memory::UnwrittenBytes rest = memory::next_unwritten(from, 0, width);
  if (rest.size < kLeast || rest.offset + rest.size != width / 4 * 4) return;
  checker::not_brought(to + rest.offset, width - rest.offset, site,
                       checker::NotBrought::kUnwritten);
}

/// The stream for the call: what it names, for synchronous forms the legacy stream.
Target target_of(const Call& call, const Course& course) {
  Target target = resolve(course.stream, [&call] { return line_of(call.site); });
  // Unlike launches, which answer 1 for a stream that is none of the grid's.
  if (current_block && target.error != cudaSuccess) target.error = cudaErrorUnknown;
  return target;
}

Target default_stream_of(int number) {
  Stream& legacy = device(number).legacy;
  return {report::StreamKind::kHost, legacy.id, &legacy, cudaSuccess};
}

/// A copy in the default stream is in order with the default streams of the devices whose memory it
/// copies, besides the current one's (D6, h200-facts 2). It runs on the device of the first: who
/// waits for a copy that returns at once waits for the current device.
std::vector<Target> default_streams(const Course& course) {
  const int here = current_device().number;
  std::vector<int> devices{here};
  for (const int each : {course.to_device, course.from_device})
    if (each >= 0 && std::find(devices.begin(), devices.end(), each) == devices.end())
      devices.push_back(each);
  if (course.waits && !is_between_devices(course)) std::reverse(devices.begin(), devices.end());
  std::vector<Target> streams;
  for (const int each : devices) streams.push_back(default_stream_of(each));
  return streams;
}

/// cudaMemcpy from pageable to device memory waits for the default stream, reads the source and
/// returns: the bytes may still be on their way to the device (D6, h200-facts 1).
bool returns_when_read(const Course& course, Side to, Side from) {
  return course.waits && from == Side::kPageable && to == Side::kDevice;
}

cudaError_t wait_for_what_is_before(const Call& call, const Target& target,
                                    const std::vector<Target>& also_in) {
  if (const cudaError_t error = wait_for(call, *target.stream)) return error;
  for (const Target& each : also_in)
    if (const cudaError_t error = wait_for(call, *each.stream)) return error;
  return cudaSuccess;
}

/// Whether the host goes on only when the copy is done (D6): always when it ends in pageable memory
/// or leads from host to host, never when it stays in device memory.
bool host_waits(const Course& course, cudaMemcpyKind kind, Side to, Side from) {
  if (to == Side::kPageable || (on_host_side(to) && on_host_side(from))) return true;
  if (!course.waits || returns_when_read(course, to, from)) return false;
  const bool managed = to == Side::kManaged || from == Side::kManaged;
  return on_host_side(to) || on_host_side(from) || (managed && kind != cudaMemcpyDeviceToDevice);
}

/// All devices' copies of a variable have one address here, which in a copy of the host means that
/// of the stream's device; on a card, that of the device for which the address was asked.
void check_variable(const Call& call, const void* address, const Target& target,
                    const Course& course) {
  if (current_block || address == course.named) return;
  const int device = target.stream->device;
  const int owner = foreign_variable(reinterpret_cast<std::uintptr_t>(address), device);
  if (owner < 0) return;
  const memory::Allocation* variable = pointee_of(address).allocation;
  const std::string owners = std::to_string(owner), runs = std::to_string(device);
  object(call, "foreign-variable",
         std::string(call.name) + " on device " + runs + " gets the address of " +
             (variable && variable->name ? variable->name : "a variable") +
             " that cudaGetSymbolAddress gave for device " + owners +
             ": on a card it means device " + owners + "'s copy, here that of device " + runs +
             "; ask for the address with device " + runs +
             " current, or name the variable in cudaMemcpyFromSymbol or cudaMemcpyToSymbol",
         "M10");
}

/// Bytes of pageable memory as they are now: a copy whose end the host does not wait for reads them
/// before it returns.
std::shared_ptr<std::vector<char>> snapshot(const Place& from, const Box& box, const void* site) {
  auto bytes = std::make_shared<std::vector<char>>(box.bytes());
  const Place packed{bytes->data(), box.width, box.width * box.height};
  each_row(packed, from, box, [&](char* to, const char* row) {
    checker::keep_out(row, box.width, false, site);
    std::memcpy(to, row, box.width);
  });
  return bytes;
}

/// A device sets its own memory, and that of those it may reach (h200-facts 2).
bool may_set(const Pointee& what, int device_number) {
  const int home = home_of(what, device_number);
  return home < 0 || home == device_number ||
         device(device_number).peers[static_cast<std::size_t>(home)] ||
         (what.allocation->visitors >> device_number & 1) != 0;
}

}  // namespace

namespace {

std::uintptr_t address_of(const Place& place) {
  return reinterpret_cast<std::uintptr_t>(place.begin);
}

/// What the host says of where bytes go, and of `what`: where in device memory they come from, or
/// the value that is set.
void tell_what_is_chosen(const Place& to, std::uintptr_t what, const Box& box) {
  const std::array<std::size_t, 6> chosen = {address_of(to), what,      box.width,
                                             box.height,     box.depth, to.pitch};
  host_passes("a transfer", chosen.data(), sizeof chosen);
}

}  // namespace

cudaError_t copy(const Call& call, Place to, Place from, Box box, cudaMemcpyKind kind,
                 Course course) {
  if (box.bytes() == 0) return cudaSuccess;
  Target target = target_of(call, course);
  if (target.error != cudaSuccess) return target.error;
  if (!to.begin || !from.begin) return cudaErrorInvalidValue;
  const Pointee to_what = pointee_of(to.begin), from_what = pointee_of(from.begin);
  const Side to_side = to_what.side, from_side = from_what.side;
  const cudaError_t wrong_kind = current_block ? check_on_device(call, kind, to_what, from_what)
                                               : check_on_host(call, kind, to_side, from_side);
  if (wrong_kind != cudaSuccess) return wrong_kind;
  if (const cudaError_t error = check_range(call, to.begin, box.span(to))) return error;
  if (const cudaError_t error = check_range(call, from.begin, box.span(from))) return error;
  check_variable(call, to.begin, target, course);
  check_variable(call, from.begin, target, course);
  if (from_side == Side::kPageable) check_written(call, from.begin, box.span(from));

  if (!current_block && course.to_device < 0) {
    course.to_device = home_of(to_what, target.stream->device);
    course.from_device = home_of(from_what, target.stream->device);
  }
  close_gaps(to, from, box);
  // In a stream of its own a copy is in order with that stream only.
  const bool in_default_streams = !current_block && target.stream == &current_device().legacy;
  std::vector<Target> also_in;
  if (in_default_streams) {
    also_in = default_streams(course);
    target = also_in.front();
    also_in.erase(also_in.begin());
  }
  const bool waits = !current_block && host_waits(course, kind, to_side, from_side);
  if (!current_block && returns_when_read(course, to_side, from_side))
    if (const cudaError_t error = wait_for_what_is_before(call, target, also_in)) return error;
  const bool shows_all = !current_block && from_side == Side::kPageable &&
                         device_can_reach(to_side) && shows_unwritten(from, box);
  std::shared_ptr<std::vector<char>> staged;
  // What a graph copies is what is there when it runs.
  if (!capture_of(target) && !waits && from_side == Side::kPageable && to_side != Side::kPageable) {
    staged = snapshot(from, box, call.site);
    from = {staged->data(), box.width, box.width * box.height};
  }
  Task task;
  task.way = way_of(to_side, from_side, course);
  task.bytes = box.bytes();
  task.pageable = to_side == Side::kPageable || from_side == Side::kPageable;
  task.pinned = to_side == Side::kPinned || from_side == Side::kPinned;
  task.perform = [=, site = call.site, by_host = !current_block && !on_host_side(to_side)] {
    if (by_host) tell_what_is_chosen(to, on_host_side(from_side) ? 0 : address_of(from), box);
    each_row(to, from, box, [&](char* row, const char* source) {
      check_row(row, source, box.width, to_side, from_side, site);
      if (shows_all) pass_on_unwritten(row, source, box.width, site);
      std::memmove(row, source, box.width);
    });
    (void)staged;
  };
  task.also_in = std::move(also_in);
  const WorkRef work = send(call, target, std::move(task));
  return waits ? wait_for(call, work) : cudaSuccess;
}

cudaError_t fill(const Call& call, Place to, int value, Box box, Course course,
                 std::size_t element) {
  if (box.bytes() == 0) return cudaSuccess;
  const Target target = target_of(call, course);
  if (target.error != cudaSuccess) return target.error;
  const Pointee what = pointee_of(to.begin);
  const Side side = what.side;
  if (!to.begin || !device_can_reach(side)) return cudaErrorInvalidValue;
  if (!current_block && !may_set(what, target.stream->device)) return cudaErrorInvalidValue;
  if (const cudaError_t error = check_range(call, to.begin, box.span(to))) return error;
  check_variable(call, to.begin, target, course);

  Place none = to;
  close_gaps(to, none, box);
  Task task;
  task.way = Way::kSet;
  task.node = cudaGraphNodeTypeMemset;
  task.bytes = box.bytes();
  task.perform = [=, site = call.site, by_host = !current_block && !on_host_side(side)] {
    if (by_host) tell_what_is_chosen(to, static_cast<unsigned>(value), box);
    each_row(to, to, box, [&](char* row, const char*) {
      if (by_host) set_by_host(row, box.width);
      checker::range_access(row, box.width, true, site);
      if (element == 1) std::memset(row, value, box.width);
      for (std::size_t x = 0; element != 1 && x < box.width; x += element)
        std::memcpy(row + x, &value, element);
    });
  };
  const WorkRef work = send(call, target, std::move(task));
  // cudaMemset returns before the work is done, but for memory that the host reaches, too (D6).
  const bool host_reaches = side == Side::kPinned || side == Side::kManaged;
  return course.waits && host_reaches ? wait_for(call, work) : cudaSuccess;
}

cudaError_t store(const Call& call, char* to, std::vector<char> bytes, cudaStream_t stream) {
  const Target target = target_of(call, {stream});
  if (target.error != cudaSuccess) return target.error;
  const Pointee what = pointee_of(to);
  if (!may_set(what, target.stream->device)) return cudaErrorInvalidValue;
  check_variable(call, to, target, {stream});
  Task task;
  task.way = Way::kSet;
  task.node = cudaGraphNodeTypeMemset;
  task.bytes = bytes.size();
  task.perform = [to, site = call.site, handed = !on_host_side(what.side),
                  bytes = std::make_shared<std::vector<char>>(std::move(bytes))] {
    if (handed) hand_over(to, bytes->data(), bytes->size());
    checker::range_access(to, bytes->size(), true, site);
    std::memcpy(to, bytes->data(), bytes->size());
  };
  send(call, target, std::move(task));
  return cudaSuccess;
}

}  // namespace emu
