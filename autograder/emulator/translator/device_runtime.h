// Which functions use the device runtime, cudadevrt: kernels that do cannot be nodes of graphs that
// kernels launch, nor of bodies of conditional nodes (C9, C15).
#pragma once

#include <string_view>
#include <unordered_set>

#include "translator/text/scopes.h"

namespace emu::translator {

/// Names of functions for the device that do something, or call such a function. Functions of one
/// name are not told apart.
using UsedBy = std::unordered_set<std::string_view>;

/// They launch kernels or call the runtime.
UsedBy users_of_device_runtime(const Unit& unit, const Scopes& scopes);
/// They call cudaGraphLaunch: a kernel that does runs only as a node of a graph (C3).
UsedBy launchers_of_graphs(const Unit& unit, const Scopes& scopes);

}  // namespace emu::translator
