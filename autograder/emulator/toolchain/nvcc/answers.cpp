#include "toolchain/nvcc/answers.h"

#include <fmt/format.h>

#include <cstdlib>

namespace emu::toolchain {
namespace {

std::string library_folder(const Installation& where) {
  return fmt::format("\"-L{}\"", where.library.parent_path().string());
}

}  // namespace

std::string version_text() {
  return "emucc " EMUCC_VERSION
         ": CUDA C++ for an emulated device. It takes the options, and gives the answers, of\n"
         "nvcc: NVIDIA (R) Cuda compiler driver\n"
         "Cuda compilation tools, release 13.0, V13.0.88\n";
}

std::string toolkit_variables(const Installation& where) {
  const char* path = std::getenv("PATH");
  const std::string home = where.home.string();
  return fmt::format(
      "#$ _HERE_={0}/bin\n"
      "#$ TOP={0}\n"
      "#$ NVVMIR_LIBRARY_DIR={0}/nvvm/libdevice\n"
      "#$ PATH={0}/bin:{1}\n"
      "#$ INCLUDES=\"-I{2}\"\n"
      "#$ LIBRARIES={3}\n",
      home, path == nullptr ? "" : path, where.include.string(), library_folder(where));
}

std::string host_link_line(const CommandLine& line, const Installation& where,
                           const std::string& output) {
  return fmt::format("#$ {} {} -lcudadevrt -lcudart_static -lrt -lpthread -ldl -o \"{}\"\n",
                     line.compiler, library_folder(where), output);
}

}  // namespace emu::toolchain
