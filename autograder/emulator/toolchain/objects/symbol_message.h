// A message about a symbol of an object file, with the line of the source that it comes from.
#pragma once

#include <string>

#include "toolchain/objects/object_file.h"

namespace emu::toolchain {

/// As c++filt prints it.
std::string readable(const std::string& symbol);

/// `x.cu(3): error: NAME WORDS`, and the end of the line. Where debug information says nothing, as
/// of variables, the first line of `source` that has the name. Where it says a line of a file
/// that was not handed in with `source`, such as the inside of std::thread, the line of `source`
/// that has the name or its class, else the one that includes the header.
std::string symbol_message(const ObjectFile& object, const Symbol& symbol,
                           const std::string& source, const std::string& words);

}  // namespace emu::toolchain
