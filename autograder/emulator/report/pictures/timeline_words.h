// The timeline picture's words: what was run, what each row is, what the shapes mean, and what went
// wrong.
#pragma once

#include <string>

#include "report/pictures/svg.h"
#include "report/pictures/timeline_view.h"

namespace emu::report {

/// The program: its file and the folder that it is in.
std::string name_of(const Run& run);
/// The picture in words, for those who do not see it.
std::string description_of(const TimelineView& view);

void write_heading(const TimelineView& view, Svg& svg);
void write_labels(const TimelineView& view, Svg& svg);

/// What is in the picture besides bars and launches, so that the legend explains it.
struct InPicture {
  bool waits = false, joins = false, refused = false;
};
/// From `y` on; the legend's end. Nothing is below it, so that slides can leave it out.
double write_legend(const TimelineView& view, Svg& svg, const InPicture& seen, double y);
/// What went wrong, in words: refused launches, errors, warnings. From `y` on; their end.
double write_findings(const Run& run, Svg& svg, double y);

/// The mark of a launch that was refused.
void draw_cross(Svg& svg, double at, double y);

}  // namespace emu::report
