// Options that name a file or a folder. What was typed holds for the folder in which it was typed;
// compilers, check programs and jobs run in others.
#pragma once

namespace CLI {
class Option;
}

namespace course {

/// What is given for the option becomes a path from the root, as soon as it is read; nothing stays
/// nothing.
CLI::Option* from_the_root(CLI::Option* option);

}  // namespace course
