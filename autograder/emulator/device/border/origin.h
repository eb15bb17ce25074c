// Where a launch or a copy comes from, as the report records it.
#pragma once

#include <cstdint>

#include "report/record.h"

namespace emu {

/// dim3 or uint3 as the report has it.
template <class Vector>
report::Extent extent(const Vector& v) {
  return {v.x, v.y, v.z};
}

/// The running thread of the device, or the host, at this line. `file` must live as long as the
/// program.
report::Origin origin_here(const char* file, std::uint32_t line);

}  // namespace emu
