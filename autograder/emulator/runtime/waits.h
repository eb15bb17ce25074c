// How the host waits, and what it has seen when it goes on (N4).
#pragma once

#include "device/device.h"
#include "device/grids/stream.h"
#include "device/grids/work.h"
#include "runtime/calls.h"

namespace emu {

/// Until the work is complete; null is. Returns the sticky error, like all of these.
cudaError_t wait_for(const Call& call, const WorkRef& work);
/// Until all work in the stream is complete. For a legacy stream: in every blocking stream, too.
cudaError_t wait_for(const Call& call, Stream& stream);
/// Until the host has no work under way on the device.
cudaError_t wait_for(const Call& call, Device& device);

/// Whether all work in the stream is complete; if so, it is ordered before what the host does next.
bool is_idle(Stream& stream);
/// The same for one piece of work.
bool is_complete(const WorkRef& work);

/// The host asks again and again whether something is done, and it is not: lets the device go on.
void let_device_go_on(const WorkRef& until);

/// The stream is destroyed: forgets it, at once or when the host has seen its work complete (S8).
void retire(Stream& stream);

}  // namespace emu
