// The launch tree in words, for those who listen to it: the emulator draws it with branches.
#pragma once

#include <string>

namespace course {

/// "│  └─ leaf<<<1, 32>>>   tail   3 µs – 4 µs" → "Level 2: leaf<<<1, 32>>>; tail; 3 µs – 4 µs".
/// Lines that are no branch and have no columns stay as they are.
std::string tree_in_words(const std::string& tree);

}  // namespace course
