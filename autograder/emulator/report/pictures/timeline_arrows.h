// The timeline picture's arrows: from launching points to bars, and from the end of what a launch
// waited for.
#pragma once

#include "report/pictures/svg.h"
#include "report/pictures/timeline_view.h"

namespace emu::report {

/// Whether one of them is from what a launch waited for: the legend explains these.
bool draw_arrows(const TimelineView& view, Svg& svg);

}  // namespace emu::report
