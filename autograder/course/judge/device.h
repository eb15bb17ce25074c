// The two kinds of device an exercise can run on, and whether this machine has the second.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace course {

enum class Device { kEmulator, kGpu };

const char* device_name(Device device);

/// Where nvcc is: PATH, then $CUDA_HOME and /usr/local/cuda. Empty when there is none.
std::filesystem::path find_nvcc();

/// Whether a driver shows an NVIDIA device.
bool gpu_is_there();

/// How many cards a program finds: those of this machine, or fewer where CUDA_VISIBLE_DEVICES says
/// so.
int gpus_there();

/// The devices for --device: "emulator", "gpu", "both", or empty for "the emulator, and the GPU too
/// where there is one". Throws WrongUse where a GPU is asked for and cannot be used.
std::vector<Device> devices_for(const std::string& choice);

}  // namespace course
