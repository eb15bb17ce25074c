// thrust/distance.h; which file has what is in emulator/thrust.
#pragma once

#include <iterator>

namespace thrust {

using std::distance;

}  // namespace thrust
