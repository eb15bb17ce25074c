#include "toolchain/messages/missing_library.h"

#include <utility>

namespace emu::toolchain {
namespace {

constexpr std::pair<std::string_view, std::string_view> kLibraries[] = {
    {"curand", "this part of cuRAND"},
    {"cublas", "cuBLAS"},
    {"cufft", "cuFFT"},
    {"cusparse", "cuSPARSE"},
    {"cusolver", "cuSOLVER"},
    {"cudnn", "cuDNN"},
    {"nccl", "NCCL"},
    {"nvrtc", "NVRTC"},
    {"nvtx3/", "this part of NVTX"},
    {"nvToolsExt", "this part of NVTX"},
    {"cutlass/", "CUTLASS"},
    {"cute/", "CUTLASS"},
};

/// Of these the emulator has a part.
constexpr std::pair<std::string_view, std::string_view> kParts[] = {
    {"thrust/", "Thrust"},
    {"cub/", "CUB"},
    {"cuda/", "libcu++ (cuda::…)"},
    {"nv/", "libcu++"},
};

}  // namespace

std::string missing_library(std::string_view messages) {
  constexpr std::string_view kFatal = "fatal error: ";
  const std::size_t found = messages.find(kFatal);
  if (found == std::string_view::npos) return "";
  std::string_view header = messages.substr(found + kFatal.size());
  if (header.starts_with('\'')) header.remove_prefix(1);
  for (const auto& [start, name] : kParts) {
    if (!header.starts_with(start)) continue;
    return "emucc: the emulator does not have <" +
           std::string(header.substr(0, header.find_first_of(":'"))) + ">: of " +
           std::string(name) + " it has the parts that docs/emulator.md lists\n";
  }
  for (const auto& [start, name] : kLibraries) {
    if (!header.starts_with(start)) continue;
    return "emucc: " + std::string(name) +
           " is not part of the emulator: it has CUDA's language, runtime API, cooperative "
           "groups and wmma, and of the libraries parts of Thrust, CUB, libcu++ and cuRAND\n";
  }
  return "";
}

}  // namespace emu::toolchain
