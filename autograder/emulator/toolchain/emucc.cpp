// emucc: the compiler driver of the emulated device, used as nvcc is.
#include <exception>
#include <iostream>

#include "toolchain/build.h"
#include "toolchain/command_line.h"
#include "toolchain/installation.h"

int main(int argc, char** argv) try {
  const auto line =
      emu::toolchain::parse_command_line(std::vector<std::string>(argv + 1, argv + argc));
  if (line.help) {
    std::cout << emu::toolchain::help_text();
    return 0;
  }
  return emu::toolchain::build(line, emu::toolchain::find_installation());
} catch (const std::exception& error) {
  std::cerr << "emucc: " << error.what() << '\n';
  return 2;
}
