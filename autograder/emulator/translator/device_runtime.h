// Which functions use the device runtime, cudadevrt: kernels that do cannot be nodes of graphs that
// kernels launch, nor of bodies of conditional nodes (C9, C15).
#pragma once

#include <string_view>
#include <unordered_set>

#include "translator/text/scopes.h"

namespace emu::translator {

/// Names of functions for the device that launch kernels or call the runtime, or call such a
/// function. Functions of one name are not told apart.
std::unordered_set<std::string_view> users_of_device_runtime(const Unit& unit,
                                                             const Scopes& scopes);

}  // namespace emu::translator
