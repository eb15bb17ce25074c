// The run as a trace in Chrome's JSON format, which https://ui.perfetto.dev opens.
#pragma once

#include <string>

#include "report/record.h"

namespace emu::report {

/// A process a device and one for the host; a track for each kind of stream at each nesting level,
/// as many as needed so that slices on a track do not overlap; arrows from launching point to
/// child.
std::string to_perfetto(const Run& run);

}  // namespace emu::report
