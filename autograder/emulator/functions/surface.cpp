// Where a surface access goes.
#include <algorithm>

#include "emulator/surface_functions.h"

namespace emu {

void* surface_address(cudaSurfaceObject_t object, int x, int y, int z, std::size_t size,
                      cudaSurfaceBoundaryMode mode) {
  const Surface& surface = surface_of(object);
  if (surface.life != nullptr) access(surface.life, 1, false, EMU_SITE);
  const Texels& texels = surface.texels;
  const std::int64_t row_bytes = texels.extent[0] * static_cast<std::int64_t>(texels.texel_size);
  const std::int64_t bytes = static_cast<std::int64_t>(size);
  std::int64_t at[3] = {x, y, z};
  const std::int64_t last[3] = {row_bytes - bytes, texels.extent[1] - 1, texels.extent[2] - 1};
  for (int d = 0; d < 3; ++d) {
    if (at[d] >= 0 && at[d] <= last[d]) continue;
    if (mode == cudaBoundaryModeTrap) trap();
    if (mode == cudaBoundaryModeZero) return nullptr;
    at[d] = std::clamp<std::int64_t>(at[d], 0, last[d]);
  }
  return texels.data + static_cast<std::size_t>(at[2]) * texels.slice_pitch +
         static_cast<std::size_t>(at[1]) * texels.row_pitch + static_cast<std::size_t>(at[0]);
}

}  // namespace emu
