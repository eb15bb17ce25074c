// Which files a source includes, as make and Ninja read it: -M, -MM, -MD, -MMD with -MF, -MT, -MQ,
// -MP. The compiler's preprocessor writes it. emucc takes out its own temporary files: they are
// gone when a build system looks for them, and it would compile the source again every time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace emu::toolchain {

struct Dependencies {
  bool wanted = false;
  bool with_system = true;           ///< -M, -MD: files of the system, too
  bool phony = false;                ///< -MP
  std::string file;                  ///< -MF; empty: beside the output, with the ending .d
  std::vector<std::string> targets;  ///< "-MT", "x.o", … ; empty: the object file
};

/// The preprocessor's flags; `object` is what the compilation makes.
std::vector<std::string> dependency_flags(const Dependencies& wanted, const std::string& object,
                                          const std::string& file);

/// The file that is asked for.
std::string dependency_file(const Dependencies& wanted, const std::string& object);

/// A text of rules without the files below `folder`.
std::string without_files_below(std::string_view rules, std::string_view folder);

}  // namespace emu::toolchain
