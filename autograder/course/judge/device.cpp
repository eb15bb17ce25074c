// Looks for nvcc and for a GPU.
#include "course/judge/device.h"

#include <algorithm>
#include <cstdlib>

#include "base/process.h"
#include "course/lesson/lesson_names.h"

namespace course {

namespace fs = std::filesystem;

const char* device_name(Device device) { return device == Device::kGpu ? "gpu" : "emulator"; }

fs::path find_nvcc() {
  if (fs::path in_path = base::find_program("nvcc"); !in_path.empty()) return in_path;
  const char* home = std::getenv("CUDA_HOME");
  for (const fs::path& folder :
       {fs::path(home != nullptr ? home : ""), fs::path("/usr/local/cuda")}) {
    fs::path nvcc = folder / "bin" / "nvcc";
    if (!folder.empty() && fs::exists(nvcc)) return nvcc;
  }
  return {};
}

bool gpu_is_there() { return fs::exists("/dev/nvidiactl") && fs::exists("/proc/driver/nvidia"); }

int gpus_there() {
  int cards = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator("/dev")) {
    const std::string name = entry.path().filename();
    if (!name.starts_with("nvidia") || name.size() == 6) continue;
    cards += std::all_of(name.begin() + 6, name.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) return cards;
  const std::string list = visible;
  const auto named = list.empty() ? 0 : std::count(list.begin(), list.end(), ',') + 1;
  return std::min(cards, static_cast<int>(named));
}

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

}  // namespace course
