// emucc: the compiler driver of the emulated device, used as nvcc is.
#include <exception>
#include <iostream>

#include "toolchain/build.h"
#include "toolchain/command_line.h"
#include "toolchain/installation.h"
#include "toolchain/nvcc/answers.h"
#include "toolchain/nvcc/words.h"

namespace {

using emu::toolchain::means_nothing_with_value;

/// Whether the next word is for another program: the -v of `-Xptxas -v`.
bool hands_on(const std::string& option) {
  return means_nothing_with_value(option) || option == "-Xcompiler" || option == "-Xlinker";
}

/// Before all else, for CMake asks with the name of a file that does not exist.
void tell_of_toolkit(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] != "-v" && arguments[i] != "--verbose") continue;
    if (i > 0 && hands_on(arguments[i - 1])) continue;
    std::cerr << emu::toolchain::toolkit_variables(emu::toolchain::find_installation());
    return;
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  tell_of_toolkit(arguments);
  const auto line = emu::toolchain::parse_command_line(arguments);
  if (line.version) {
    std::cout << emu::toolchain::version_text();
    return 0;
  }
  if (line.help) {
    std::cout << emu::toolchain::help_text();
    return 0;
  }
  return emu::toolchain::build(line, emu::toolchain::find_installation());
} catch (const std::exception& error) {
  std::cerr << "emucc: " << error.what() << '\n';
  return 2;
}
