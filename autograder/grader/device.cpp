// Looks for nvcc and for a GPU.
#include "grader/device.h"

#include <cstdlib>

#include "grader/lesson_names.h"
#include "grader/process.h"

namespace grader {

namespace fs = std::filesystem;

const char* device_name(Device device) { return device == Device::kGpu ? "gpu" : "emulator"; }

fs::path find_nvcc() {
  if (const fs::path in_path = find_program("nvcc"); !in_path.empty()) return in_path;
  const char* home = std::getenv("CUDA_HOME");
  for (const fs::path& folder :
       {fs::path(home != nullptr ? home : ""), fs::path("/usr/local/cuda")}) {
    const fs::path nvcc = folder / "bin" / "nvcc";
    if (!folder.empty() && fs::exists(nvcc)) return nvcc;
  }
  return {};
}

bool gpu_is_there() { return fs::exists("/dev/nvidiactl") && fs::exists("/proc/driver/nvidia"); }

std::vector<Device> devices_for(const std::string& choice) {
  const bool usable = gpu_is_there() && !find_nvcc().empty();
  if (choice == "emulator") return {Device::kEmulator};
  if (choice.empty() && !usable) return {Device::kEmulator};
  if (!usable) {
    throw WrongUse(gpu_is_there() ? "there is a GPU, but no nvcc to compile for it"
                                  : "there is no NVIDIA GPU on this machine");
  }
  if (choice == "gpu") return {Device::kGpu};
  return {Device::kEmulator, Device::kGpu};
}

}  // namespace grader
