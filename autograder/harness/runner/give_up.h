// The way out when something of ours fails: the check program sees that loading never began.
#pragma once

#include <unistd.h>

namespace harness {

inline constexpr int kGaveUp = 125;

[[noreturn]] inline void give_up() { _exit(kGaveUp); }

}  // namespace harness
