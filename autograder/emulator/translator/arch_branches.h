// `#ifndef __CUDA_ARCH__`: parts of a source file that nvcc would not compile for the device.
//
// Here one compilation serves host and device, and `__CUDA_ARCH__` is never defined; so what
// survives preprocessing inside such a conditional is code for the host only.
#pragma once

#include <cstdint>
#include <string_view>

namespace emu::translator {

/// Whether the line (from 1) lies inside a conditional that asks for `__CUDA_ARCH__`.
bool in_arch_branch(std::string_view source, std::uint32_t line);

}  // namespace emu::translator
