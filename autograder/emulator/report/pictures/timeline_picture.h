// The timeline as a picture: time from left to right, every launch a bar under its parent.
#pragma once

#include <string>

#include "report/record.h"

namespace emu::report {

/// An SVG document, 800 pixels wide. Needs the times that `finish` computes.
std::string timeline_picture(const Run& run);

}  // namespace emu::report
