// The launch tree as a picture: who launched whom, equal siblings as one box.
#pragma once

#include <string>

#include "report/record.h"

namespace emu::report {

/// An SVG document, 800 pixels wide. Needs the times that `finish` computes.
std::string tree_picture(const Run& run);

}  // namespace emu::report
