// The timeline picture's arrows: from launching points to bars, and from the end of what a launch
// waited for.
#pragma once

#include <cstdint>
#include <set>

#include "report/pictures/svg.h"
#include "report/pictures/timeline_view.h"

namespace emu::report {

/// The pieces from whose end an arrow leads to a launch that waited for them: the legend explains
/// these arrows.
std::set<std::uint32_t> draw_arrows(const TimelineView& view, Svg& svg);

}  // namespace emu::report
