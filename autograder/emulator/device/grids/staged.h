// What a stub leaves for the launch that follows it, and how many launches there have been.
#pragma once

#include <array>
#include <cstddef>

#include "emulator/launch_templates.h"
#include "emulator/seam.h"

namespace emu {

/// What a launch's arguments may hold that no child may get (G2, G3).
enum class Leak { kOwnLocal, kOtherLocal, kOwnShared, kOtherShared, kNone };

struct StagedLaunch {
  KernelIdentity* identity = nullptr;
  const KernelBody* how = nullptr;
  void* arguments = nullptr;
  bool constructed = false;     ///< the arguments are copies made by their own constructors
  std::array<bool, 4> leaks{};  ///< by Leak: whether an argument is one
};

/// Between a stub and its launch; counted by launches (see RefusedLaunch).
struct Staging {
  StagedLaunch staged;
  std::size_t by_host = 0, by_device = 0;
};

/// A destructor may wait for the device, whose threads launch: it does not find itself staged.
void discard_staged();
/// The arguments as the grid keeps them, to be freed with `std::free`. A card gets the bits; the
/// host's object dies when the launch returns, before or after the grid has run.
void* hand_over_arguments();
void* buffer_for(const KernelBody& how);

}  // namespace emu
